/**
 * New pages of trades and of text, the text
 * of a page, its address, and pages that go.
 */

import type { FastifyReply } from "fastify";
import * as v from "valibot";
import { nameOf, type FieldPath } from "../../../contract/content/fields.ts";
import { addressOfPage } from "../../../contract/content/pages-schema.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { withoutInvisible } from "../../../contract/lead/typed-text.ts";
import { addressFrom } from "../../content/add-picture.ts";
import type { Edit } from "../../content/apply-edits.ts";
import { changeYaml, yamlValueAt } from "../../content/change-yaml.ts";
import { markdownWords } from "../../content/content.ts";
import { readMarkdownPage, titleOf } from "../../content/markdown-page.ts";
import { partsWithin } from "../../content/parts.ts";
import { sampleText } from "../../content/sample.ts";
import { readQuery } from "../../http/forms.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { postForm, present } from "../forms.ts";
import {
  fieldsAddress,
  pageAddress,
  pageFormAddress,
  type SentFields,
} from "./addresses.ts";
import { sentencesFor, textTyped } from "./describe.ts";
import { editAt, STALE, type DraftContent, isSeen, showing } from "./draft.ts";
import type { FormRow } from "./fields-page.tsx";
import { whyRefused } from "./site-form.ts";
import { withOwnPictures, type SiteParts, type SiteRoom } from "./site-page.ts";

/** What an address or a form asks for. */
interface Asked {
  /**
   * The file of a page that there is, such as
   * `pages/terms.md`; empty for a new page.
   */
  file: string;
  /** The file that a new page begins from; empty for nothing. */
  from: string;
  /** Undefined before somebody typed. */
  name: string | undefined;
  address: string | undefined;
  text: string | undefined;
}

const isTrade = ({ file, from }: Asked): boolean =>
  (file || from).startsWith("trades/");

/** `pages/terms.md` is `terms`. */
const addressOf = (file: string): string => file.replace(/^\w+\/|\.\w+$/g, "");

export const registerSitePages: SiteRoom = (app, parts) => {
  const { draft, siteEditor } = parts;

  app.get(INBOX.sitePage, async (request, reply) =>
    showForm(reply, parts, askedIn(readQuery(request))),
  );

  postForm(app, INBOX.sitePage, async ({ reply, fields, by }) => {
    const asked = askedIn(fields);
    const action = fields.get(INBOX_FIELDS.action);
    if (action === "preview") return showForm(reply, parts, asked);
    const now = await draft.read();
    const isGoing = action === "remove";
    const file = isGoing ? asked.file : targetOf(asked, now);
    const refuse = (status: number, problems: string[]) =>
      showForm(reply.code(status), parts, asked, problems);
    const problem = isGoing ? undefined : problemOf(file, asked, now, parts);
    if (problem !== undefined) return refuse(400, [problem]);
    const before = textAt(asked, now);
    const edits = isGoing ? removalOf([file], now) : editsOf(asked, file, now);
    const isNow = isSeen(fields, before);
    const refusal = isNow ? await draft.save(edits, by) : STALE;
    if (refusal) {
      const { status, problems } = whyRefused(refusal, parts, edits);
      return refuse(status, sentencesFor(problems, siteEditor));
    }
    const page = isGoing ? "/" : `/${addressOf(file)}`;
    return { what: "saved", back: pageAddress(page) };
  });
};

function askedIn(fields: SentFields): Asked {
  const typed = (name: string) => fields.get(name) ?? undefined;
  return {
    file: typed(INBOX_FIELDS.file) ?? "",
    from: typed(INBOX_FIELDS.from) ?? "",
    name: typed(INBOX_FIELDS.name),
    address: typed(INBOX_FIELDS.address),
    text: typed(INBOX_FIELDS.note),
  };
}

/** The pages of text that a site begins from. */
export const SAMPLES = ["privacy", "terms", "cookies"].map(
  (name) => `pages/_${name}.md`,
);

const EDITABLE = /^(?:trades|pages)\/[a-z0-9-]+\.\w+$/;

/**
 * The text of the page, or of what it begins
 * from. @throws {InboxFailure} if there is none
 */
function textAt(
  { file, from }: Pick<Asked, "file" | "from">,
  { texts }: DraftContent,
): string {
  if (file === "" && SAMPLES.includes(from)) return present(sampleText(from));
  if (file === "" && from === "") return "";
  const name = file || from;
  return present(EDITABLE.test(name) ? texts[name] : undefined);
}

const isPublic = (file: string, { published }: DraftContent): boolean =>
  Object.hasOwn(published, file);

/** The file to write: visitors know the address of a page that is public. */
function targetOf(asked: Asked, now: DraftContent): string {
  const { file, address = "" } = asked;
  // A text without a title is refused for its title, not for an address.
  const title = isTrade(asked) ? "" : titleOf(asked.text ?? "") || "page";
  const { name = title } = asked;
  if (isPublic(file, now)) return file;
  const chosen = addressFrom(address) || addressFrom(name);
  return isTrade(asked) ? `trades/${chosen}.yaml` : `pages/${chosen}.md`;
}

function problemOf(
  file: string,
  asked: Asked,
  { texts }: DraftContent,
  { siteEditor: { page: words } }: SiteParts,
): string | undefined {
  if (file === asked.file) return undefined;
  const needsName = isTrade(asked) && asked.file === "";
  if (needsName && textTyped(asked.name ?? "") === "") return words.nameless;
  const address = addressOf(file);
  const parsed = v.safeParse(addressOfPage, address);
  if (!parsed.success) return `${words.address} ${parsed.issues[0].message}.`;
  const isTaken = Object.keys(texts).some(
    (one) => one.includes("/") && addressOf(one) === address,
  );
  return isTaken ? words.taken : undefined;
}

function editsOf(asked: Asked, file: string, now: DraftContent): Edit[] {
  const path: FieldPath = [];
  const was = textAt(asked, now);
  const text = isTrade(asked) ? was : textOfPage(asked);
  const action = "set";
  if (file === asked.file)
    return text === was ? [] : [{ file, path, action, value: text, was }];
  if (asked.file !== "")
    return [
      { file: asked.file, path, action: "remove", was },
      { file, path, action, value: text },
      ...movedLinks(addressOf(asked.file), addressOf(file), now),
    ];
  if (isTrade(asked))
    return [{ file, path, action, value: copyOf(asked, now) }];
  const link = newLink(addressOf(file), text, now);
  return [{ file, path, action, value: text }, ...link];
}

const textOfPage = ({ text = "" }: Asked): string =>
  `${withoutInvisible(text).trim()}\n`;

const movedLinks = (before: string, address: string, now: DraftContent) =>
  legalLinksTo([before], now).map((at) =>
    editAt([...at, "page"], now, "set", address),
  );

/**
 * A copy has the words of its trade, but neither
 * its drawing nor what its customer said.
 */
function copyOf(asked: Asked, now: DraftContent): string {
  const text = textAt(asked, now);
  const gone = ["drawing", "testimonial"].filter(
    (name) => yamlValueAt(text, [name]) !== undefined,
  );
  const shorter = gone.reduce(
    (copy, name) => changeYaml(copy, { path: [name], action: "remove" }),
    text,
  );
  const value = textTyped(asked.name ?? "");
  return changeYaml(shorter, { path: ["name"], action: "set", value });
}

/** The footer's links to a page. */
function legalLinksTo(addresses: string[], { content }: DraftContent) {
  return [...content.legalLinks.entries()]
    .filter(([, { page = "", href }]) =>
      addresses.some((one) => page === one || href === `/${one}`),
    )
    .map(([index]) => ["legalLinks", `${index}`]);
}

/** The footer has room for so many links. */
const MOST_LINKS = 8;

/** A page that no link leads to is one that nobody finds. */
function newLink(address: string, text: string, now: DraftContent): Edit[] {
  const { length } = now.content.legalLinks;
  if (length === MOST_LINKS || legalLinksTo([address], now).length > 0)
    return [];
  const label = titleOf(text) || address;
  const link = { label, href: "#", page: address };
  return [editAt(["legalLinks", `${length}`], now, "insert", link)];
}

export function removalOf(files: readonly string[], now: DraftContent): Edit[] {
  const { trades, footer } = now.content;
  const addresses = files.map(addressOf);
  const names: unknown[] = addresses.map((address) => trades[address]?.name);
  const industries = Array.from(partsWithin(footer.industries))
    .filter(([, name]) => names.includes(name))
    .map(([at]) => ["footer", "industries", ...at]);
  // A link that goes moves those behind it, so the last goes first.
  const links = [...legalLinksTo(addresses, now), ...industries].toReversed();
  return [
    ...files.map((file): Edit => ({
      file,
      path: [],
      action: "remove",
      was: textAt({ file, from: "" }, now),
    })),
    ...links.map((at) => editAt(at, now, "remove")),
  ];
}

function headingOf(asked: Asked, text: string, content: Content): string {
  if (!isTrade(asked)) return titleOf(text);
  const { file, from } = asked;
  const { name = "" } = content.trades[addressOf(file || from)] ?? {};
  return file === "" ? `${content.siteEditor.copy}: ${name}` : name;
}

async function showForm(
  reply: FastifyReply,
  { draft, siteEditor: { page: words } }: SiteParts,
  asked: Asked,
  problems: readonly string[] = [],
): Promise<FastifyReply> {
  const now = await draft.read();
  const { content } = now;
  const { file, from } = asked;
  const before = textAt(asked, now);
  const text = asked.text ?? (before || words.begin);
  const isText = !isTrade(asked);
  return reply.show("FieldsPage", {
    heading: headingOf(asked, before, content) || words.heading,
    problems,
    hidden: {
      [INBOX_FIELDS.file]: file,
      [INBOX_FIELDS.from]: from,
      ...showing(before),
    },
    rows: pageRows(asked, text, isPublic(file, now), words),
    buttons: isText ? { preview: words.preview } : {},
    preview: asked.text === undefined ? undefined : previewOf(text, content),
    removal: file === "" ? undefined : linksTo(file, content),
    back: pageAddress(`/${addressOf(file)}`),
  });
}

/**
 * A new trade has a name, a page of text its text,
 * and a page that no visitor knows an address.
 */
function pageRows(
  asked: Asked,
  text: string,
  isKnown: boolean,
  words: Content["siteEditor"]["page"],
): FormRow[] {
  const { file, from, name = "" } = asked;
  const begins = SAMPLES.includes(from) ? addressOf(from).slice(1) : "";
  const main = isTrade(asked)
    ? {
        name: INBOX_FIELDS.name,
        label: words.name,
        field: { kind: "text" as const },
        value: name,
      }
    : {
        name: INBOX_FIELDS.note,
        label: words.text,
        help: [words.help],
        field: { kind: "page" as const },
        value: text,
      };
  const address = {
    name: INBOX_FIELDS.address,
    label: words.address,
    help: [words.addressHelp],
    field: { kind: "address" as const },
    value: asked.address ?? (addressOf(file) || begins),
  };
  const isNamed = isTrade(asked) && file !== "";
  return [...(isNamed ? [] : [main]), ...(isKnown ? [] : [address])];
}

function previewOf(text: string, content: Content): string {
  const words = markdownWords(content, content.site, content.locale);
  const { html } = readMarkdownPage(text, words, content.pictures);
  return withOwnPictures(html, content);
}

/** What leads to a page, or speaks of its trade. */
function linksTo(file: string, content: Content) {
  const address = addressOf(file);
  const { [address]: own, ...trades } = content.trades;
  const wanted: unknown[] = [`/${address}`, own?.name];
  const places = Array.from(partsWithin({ ...content, trades })).filter(
    ([, part]) => part !== undefined && wanted.includes(part),
  );
  const pages = Object.entries(content.markdownPages).filter(([, { html }]) =>
    new RegExp(` href="/${address}["?#]`).test(html),
  );
  return [
    ...places.map(([at]) => ({
      name: nameOf(at, content),
      address: fieldsAddress(at.slice(0, -1), "/"),
    })),
    ...pages.map(([name, { title }]) => ({
      name: title,
      address: pageFormAddress({ file: `pages/${name}.md` }),
    })),
  ];
}
