/**
 * Turns Markdown into HTML. Tags become text.
 * The site's policy stops `javascript:` links.
 */

import { characterEntities } from "character-entities";
import { Marked, Parser, Renderer, type Token } from "marked";
import type { Content } from "../../contract/content/schema.ts";
import { escapeMarkup } from "../http/escape-markup.ts";
import { pictureNamed } from "./pictures.ts";

const CHARACTERS = new Map(Object.entries(characterEntities));

type Names = Record<"brand" | "email" | "phone", string>;

/**
 * The first heading of level 1 is the title,
 * and the first paragraph is the description.
 */
export function readMarkdownPage(
  text: string,
  { email, phone, ...words }: Names,
  pictures: Content["pictures"],
) {
  // Elements around the text already have these ids.
  const usedIds = new Set(["main", "root"]);
  const pictureByName = new Map(Object.entries(pictures));
  const marked = new Marked({
    gfm: true,
    renderer: {
      // The keyboard can scroll a wide table in a
      // group. The group's label lists the columns.
      table(token) {
        const label = escapeMarkup(token.header.map(plain).join(", "));
        const table = Renderer.prototype.table.call(this, token);
        return `<div role="group" tabindex="0" aria-label="${label}">${table}</div>`;
      },
      // The id lets a link like [Contact](#contact)
      // lead to the heading "Contact", as on GitHub.
      heading(token) {
        const { depth, tokens: parts } = token;
        const id = idOf(plain(token), usedIds);
        return `<h${depth} id="${escapeMarkup(id)}">${this.parser.parseInline(parts)}</h${depth}>\n`;
      },
      html: ({ text: html }) => escapeMarkup(html.replace(/<!--[^]*?-->/g, "")),
      image: ({ href, text: alt }) => {
        const name = pictureNamed(href, pictures);
        const picture = pictureByName.get(name);
        const size = picture
          ? ` width="${picture.width}" height="${picture.height}"`
          : "";
        return `<img src="${escapeMarkup(picture?.src ?? href)}" alt="${escapeMarkup(withCharacters(alt))}"${size} loading="lazy">`;
      },
    },
  });
  const values = new Map(Object.entries({ email, phone }));
  // With backslashes, a sign such as `*` in a
  // brand's name is shown and not read as Markdown.
  for (const [name, word] of Object.entries(words))
    values.set(name, word.replace(/[\\`*_[\]<>~#]/g, "\\$&"));
  const filled = text.replace(
    /\{(\w+)\}/g,
    (whole, name: string) => values.get(name) ?? whole,
  );
  const tokens = marked.lexer(filled);
  const heading = headingIn(tokens);
  return {
    title: heading && `${heading} | ${words.brand}`,
    description: plain(tokens.find(({ type }) => type === "paragraph")),
    html: marked.parser(tokens),
    sample: /\bSAMPLE\b/.test(text),
  };
}

const headingIn = (tokens: Token[]): string =>
  plain(
    tokens.find((token) => token.type === "heading" && token["depth"] === 1),
  );

/** The title that a page of text says, with its words in braces. */
export const titleOf = (text: string): string =>
  headingIn(new Marked().lexer(text));

function idOf(heading: string, used: Set<string>): string {
  const words = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, "");
  const name = words.trim().replaceAll(/\s/g, "-") || "section";
  let id = name;
  for (let number = 1; used.has(id); number += 1) id = `${name}-${number}`;
  used.add(id);
  return id;
}

function plain(
  token: Pick<Token, "raw"> | { tokens: Token[] } | undefined,
): string {
  const parts = token && "tokens" in token ? (token.tokens ?? []) : [];
  const parser = new Parser();
  const text = parser.parseInline(parts, parser.textRenderer);
  return withCharacters(text).replaceAll("\n", " ");
}

/**
 * Titles and labels are no HTML, so a name such as `&copy;` would be read as it
 * is typed. Source: CommonMark 0.31, 2.5.
 */
function withCharacters(text: string): string {
  return text.replace(
    /&(\w+);/g,
    (whole, name: string) => CHARACTERS.get(name) ?? whole,
  );
}
