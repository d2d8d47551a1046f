/**
 * What pages say and where they lead, by the names
 * of their texts, so that a text can change.
 */

import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Content } from "../../contract/content/schema.ts";
import type { FormState } from "../../contract/http/page.ts";
import { partsWithin } from "../../server/content/parts.ts";
import { SharedContentContext } from "../../site/components/shared-content.ts";
import { sharedContent } from "../../site/page-content.ts";
import { content } from "../content.ts";
import { plain } from "./html-page.ts";

export const EMPTY = { kind: "empty" } as const;

export const render = (
  page: ReactNode,
  form: FormState = EMPTY,
  given: Content = content,
): string =>
  renderToStaticMarkup(
    <SharedContentContext value={sharedContent(given, form)}>
      {page}
    </SharedContentContext>,
  );

const inOneLine = (html: string) => plain(html).replaceAll(/\s+/g, " ");

const PLACE = /\{\w+\}/g;

/** The longest first, since it may contain others. */
const namesIn = (texts: object) =>
  Array.from(partsWithin(texts))
    .flatMap(([at, text]) =>
      typeof text === "string" && /\p{L}{3}/u.test(text.replaceAll(PLACE, ""))
        ? { name: `[${at.join(".")}]`, pieces: inOneLine(text).split(PLACE) }
        : [],
    )
    .toSorted((a, b) => b.pieces.join("").length - a.pieces.join("").length);

/**
 * A letter of Unicode's private use stands for
 * a name, so that no other text is found in it.
 */
const PRIVATE = 0xe000;

/** What the page says, with the names of those `texts` that are in it. */
function named(html: string, texts: ReturnType<typeof namesIn>): string {
  let said = inOneLine(html).trim();
  for (const [at, { pieces }] of texts.entries()) {
    if (!pieces.every((piece) => said.includes(piece))) continue;
    const words = pieces
      .map((piece) => piece.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`))
      .join("(.*?)");
    said = said.replaceAll(
      new RegExp(String.raw`(?<!\p{L})${words}(?!\p{L})`, "gu"),
      (_, ...found) =>
        [String.fromCharCode(PRIVATE + at), ...found.slice(0, -2)].join(" "),
    );
  }
  return said.replaceAll(
    /[\uE000-\uF8FF]/g,
    (mark) => texts[mark.charCodeAt(0) - PRIVATE]?.name ?? mark,
  );
}

/** Attributes whose values say which ones they are. */
const OBVIOUS = ["href", "action", "name", "class"];

/** The element's kind, and what its attributes say. */
function waysOf(tag: string): string[] {
  const [, element = ""] = /^<([\w-]+)/.exec(tag) ?? [];
  const attributes = Array.from(
    tag.matchAll(/ ([\w-]+)="([^"]*)"/g),
    ([, name = "", value = ""]) => {
      const said = OBVIOUS.includes(name) ? value : `${name}=${value}`;
      return name === "aria-label" ? "" : inOneLine(value ? said : name);
    },
  );
  return [/^(?:div|span|)$/.test(element) ? "" : element, ...attributes].map(
    (way) =>
      way
        // The build's name of a class.
        .replaceAll(/\b_(\w+)_[\da-f]{6}\b/g, "$1")
        // Enough of a drawing to know it by.
        .replace(/^(d=.{20}).*/, "$1"),
  );
}

/** What should name an element or open, and is not there. */
const lackingIn = (html: string) =>
  Array.from(html.matchAll(/ (?:aria-labelledby|for|popoverTarget)="([^"]*)"/g))
    .flatMap(([, ids = ""]) => ids.split(" "))
    .flatMap((id) => (html.includes(` id="${id}"`) ? [] : `lacks ${id}`));

/**
 * Of each page, below its name: what its main part says,
 * each text on a line of its own behind the links, the
 * fields, and what they are, that begin before it.
 */
export const listOf = (
  pages: Readonly<Record<string, string>>,
  texts: object = content,
) => {
  const names = namesIn(texts);
  return Object.entries(pages)
    .map(([name, html]) => {
      const [main = html] = /<main.*<\/main>/s.exec(html) ?? [];
      const pieces = Array.from(main.matchAll(/<[^>]*>|[^<]+/g), ([piece]) => {
        const [, label] = / aria-label="([^"]*)"/.exec(piece) ?? [];
        const isTag = piece.startsWith("<");
        const said = named((isTag ? label : piece) ?? "", names);
        const ways = isTag ? waysOf(piece) : [];
        return [...ways, said && `${said}\n `].filter(Boolean);
      });
      const glued = main.match(/[^\s\d(>]<a |<\/a>[a-z]/)
        ? ["no blank at a link"]
        : [];
      const all = [...pieces.flat(), ...glued, ...lackingIn(html)];
      return `${name}\n  ${all.join(" ").trim()}\n`;
    })
    .join("\n");
};
