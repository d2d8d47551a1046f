/** The content of a mail, from which its plain text and its HTML are made. */
import { escapeMarkup } from "../../http/escape-markup.ts";
import type { Colors } from "../../../contract/content/colors.ts";
import { addressParts } from "../../../contract/lead/mailbox.ts";
import { numberParts } from "../../../contract/lead/telephone.ts";
import type { MailSettings } from "../settings.ts";

type Paragraph = { kind: "paragraph"; text: string } & ParagraphStyle;
type Block =
  | Paragraph
  | { kind: "steps"; items: readonly string[] }
  | { kind: "links" | "choices" | "further-links"; links: readonly Link[] }
  | { kind: "words"; text: string }
  | { kind: "rows" | "fields"; fields: readonly Field[] };

interface ParagraphStyle {
  link?: Link;
  look?: keyof typeof LOOKS;
}

interface Link {
  label: string;
  url: string;
}

export function paragraph(text: string, style?: ParagraphStyle): Block {
  return { kind: "paragraph", text, ...style };
}

const linked =
  (kind: "links" | "choices" | "further-links") =>
  (...all: readonly Link[]): Block => ({ kind, links: all });

/** Buttons one below the other. The first one is the next step. */
export const links = linked("links");

/** A row of short buttons of which none is the next step. */
export const choices = linked("choices");

/** Links that are not shown as buttons, since none of them is the next step. */
export const furtherLinks = linked("further-links");

/** What somebody typed, in large letters. */
export const words = (text: string): Body =>
  text === "" ? [] : [{ kind: "words", text }];

/** A ruled table, without the rows that have no value. */
const table =
  (kind: "rows" | "fields") =>
  (...all: readonly Field[]): Block => ({
    kind,
    fields: all.filter(({ value }) => value !== ""),
  });

/** Typed texts. */
export const fields = table("fields");

/** The agency's own texts, which the plain text does not quote. */
export const rows = table("rows");

interface Field {
  label: string;
  value: string;
}

/** Content-ID of the logo that a mail carries (RFC 2392). */
export const LOGO_ID = "logo";

type Brand = Pick<MailSettings, "site" | "logo" | "colors" | "locale">;

export type Body = readonly Block[];

/** Blanks are plain, so that a reader can search for a time. */
export const toText = (body: Body): string =>
  body.map(blockText).join("\n\n").replaceAll("\u00a0", " ");

function blockText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "steps":
      return block.items
        .map((item, index) => `${index + 1}. ${item}`)
        .join("\n");
    case "links":
    case "choices":
    case "further-links":
      return block.links
        .map(({ label, url }) => `${withColon(label)}\n${url}`)
        .join("\n\n");
    case "words":
      return quoted(block.text);
    case "rows":
      return block.fields
        .map(({ label, value }) => `${withColon(label)} ${value}`)
        .join("\n");
    case "fields":
      return block.fields
        .map(({ label, value }) => `${withColon(label)}\n${quoted(value)}`)
        .join("\n\n");
  }
}

const withColon = (label: string) => label.replace(/\s*[:：]?$/u, ":");

/** Mail programs mark quoted lines, so no line that a visitor typed looks like the agency's. */
export function quoted(value: string): string {
  const lines = value.split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.map((line) => `> ${line}`).join("\n");
}

/** Makes a card that needs no image and no style element: mail programs may leave these out. */
export function toHtml(letter: Letter, brand: Brand): string {
  const { subject: title, body, edge = "signal" } = letter;
  const { colors } = brand;
  const texts = body.map((block) =>
    block.kind === "paragraph" && block.look !== "heading" ? block.text : "",
  );
  const preview = texts.filter((text) => text.length >= LEAST_PREVIEW);
  return markup`<!doctype html>
<html lang="${brand.locale.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<style>${styles(colors)}</style>
</head>
<body class="page" style="margin: 0; background: ${colors.paper}">
<div style="display: none; max-height: 0; overflow: hidden">${preview.join(" ")}</div>
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" style="background: ${colors.paper}">
<tr><td align="center" style="padding: 24px 8px">
<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" style="${CARD}; border-top: 10px solid ${colors[edge]}; background: ${colors["paper-raised"]}; color: ${colors["paper-text"]}">
<tr>${brandMarkup(brand)}</tr>
<tr><td class="inner" style="${INNER}">
${body.map((block) => blockMarkup(block, colors))}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.text;
}

function styles(colors: Colors): Markup {
  return new Markup(`:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: ${colors.night} !important; }
.card { background: ${colors["night-raised"]} !important; color: ${colors["night-text"]} !important; }
.card a:not(.main) { color: ${colors["night-text"]} !important; }
.cell { border-color: ${colors["night-rule"]} !important; }
.small, .label { color: ${colors["night-dim"]} !important; }
}
@media (max-width: 480px) { .inner { padding: 20px 16px 24px !important; } .head { padding: 16px !important; } h1 { font-size: 24px !important; } }`);
}

/** Logos are made to stand on the color `night`. */
function brandMarkup({
  site,
  logo,
  colors,
}: Pick<Brand, "site" | "logo" | "colors">): Markup {
  const { brandName } = site;
  const look = `${BRAND}; background: ${colors.night}; color: ${colors["night-text"]}`;
  if (!logo) return markup`<td class="head" style="${look}">${brandName}</td>`;
  const scale = Math.min(
    1,
    MAX_LOGO.width / logo.width,
    MAX_LOGO.height / logo.height,
  );
  const [width, height] = [logo.width, logo.height].map((size) =>
    String(Math.round(size * scale)),
  );
  const hasName = logo.replaces === "mark and name";
  const image = markup`<img src="cid:${LOGO_ID}" alt="${hasName ? brandName : ""}" width="${width ?? ""}" height="${height ?? ""}" style="vertical-align: middle">`;
  return markup`<td class="head" style="${look}">${image}${hasName ? "" : ` ${brandName}`}</td>`;
}

/** Where the text has the link's label for the first time, the label becomes a link. */
function paragraphMarkup({ text, link, look }: Paragraph, colors: Colors) {
  if (isHeadline(look)) return headlineMarkup(text, look, colors);
  const [before = "", ...after] = link ? text.split(link.label) : [text];
  const rest =
    link && after.length > 0
      ? [linkMarkup(link, colors), shown(after.join(link.label))]
      : [];
  const inner = [shown(before), ...rest];
  if (look === undefined) return markup`<p>${inner}</p>\n`;
  const dim = `; color: ${colors["paper-dim"]}`;
  return markup`<p class="${look}" style="${LOOKS[look]}${look === "small" ? dim : ""}">${inner}</p>\n`;
}

/** The last of several lines, like a company below a name, is small. */
function headlineMarkup(text: string, look: Headline, colors: Colors): Markup {
  const [first = "", ...more] = text.split("\n");
  const last = more.pop();
  const lines = [
    shown(first),
    ...more.map((line) => markup`<br>${shown(line)}`),
    last === undefined
      ? ""
      : markup`<br><span class="label" style="${LESSER}; color: ${colors["paper-dim"]}">${shown(last)}</span>`,
  ];
  return look === "heading"
    ? markup`<h1 dir="auto" style="${LOOKS.heading}">${lines}</h1>\n`
    : markup`<p style="${LOOKS[look]}">${lines}</p>\n`;
}

function linkMarkup({ label, url }: Link, colors: Colors): Markup {
  return markup`<a href="${url}" style="color: ${colors["paper-text"]}">${shown(label)}</a>`;
}

function blockMarkup(block: Block, colors: Colors): Markup | Markup[] {
  switch (block.kind) {
    case "paragraph":
      return paragraphMarkup(block, colors);
    case "steps":
      return markup`<ol>\n${block.items.map((item) => markup`<li>${shown(item)}</li>\n`)}</ol>\n`;
    case "links":
      return block.links.map((link, index) =>
        buttonsMarkup([link], colors, index === 0),
      );
    case "choices":
      return buttonsMarkup(block.links, colors);
    case "words":
      return markup`<p dir="auto" style="${WORDS}; border-color: ${colors.signal}">${shown(block.text)}</p>\n`;
    case "further-links":
      return block.links.map(
        (link) =>
          markup`<p style="margin: 4px 0">${linkMarkup(link, colors)}</p>\n`,
      );
    case "rows":
    case "fields":
      return markup`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="${TABLE}">
${block.fields.map((field) => fieldMarkup(field, LABEL_WIDTHS[block.kind], colors))}</table>\n`;
  }
}

function fieldMarkup(
  { label, value }: Field,
  width: string,
  colors: Colors,
): Markup {
  const rule = `${CELL} ${colors["paper-rule"]}`;
  return markup`<tr><td width="${width}" class="cell label" style="${rule}; ${LABEL}; color: ${colors["paper-dim"]}">${label}</td>
<td class="cell" dir="auto" style="${rule}; ${VALUE}">${shown(value)}</td></tr>\n`;
}

/** A row of buttons of one width. Outlook colors and frames only cells. */
function buttonsMarkup(
  all: readonly Link[],
  colors: Colors,
  isMain = false,
): Markup {
  const { signal, "signal-ink": ink, "paper-text": text } = colors;
  const cells = all.map(({ label, url }, index) => {
    const gap = index === 0 ? "" : markup`<td width="8"></td>\n`;
    const cell = isMain
      ? `${BUTTON}; border-color: ${signal}; background: ${signal}`
      : BUTTON;
    const look = `${BUTTON_TEXT}; color: ${isMain ? ink : text}`;
    const link = markup`<a href="${url}"${isMain ? markup` class="main"` : ""} style="${look}">${shown(label)}</a>`;
    return markup`${gap}<td align="center" style="${cell}">${link}</td>\n`;
  });
  return markup`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="${BUTTONS}">
<tr>${cells}</tr></table>\n`;
}

/** Mail programs show a preview beside the subject. A shorter paragraph is no preview. */
const LEAST_PREVIEW = 20;
const CARD =
  "max-width: 600px; table-layout: fixed; font: 16px/1.5 system-ui, sans-serif; text-align: left; overflow-wrap: anywhere; word-break: break-word";
const INNER = "padding: 24px 36px 36px";
const TABLE = "margin: 20px 0; table-layout: fixed; border-top: 2px solid";
const CELL = "padding: 8px 0; border-bottom: 1px solid";
/** The agency's own labels are short words, those of a form's fields are longer. */
const LABEL_WIDTHS = { rows: "20%", fields: "30%" };
const LABEL =
  "padding-right: 12px; font-size: 14px; line-height: 24px; vertical-align: top";
const VALUE =
  "font-weight: 600; white-space: pre-wrap; unicode-bidi: plaintext; vertical-align: top";
const BUTTONS = "margin: 12px 0; table-layout: fixed";
const BUTTON = "border: 2px solid; border-radius: 4px";
const BUTTON_TEXT =
  "display: block; padding: 12px 8px; font-weight: bold; line-height: 20px; text-decoration: none";
const BRAND =
  "padding: 16px 36px; font-size: 20px; line-height: 28px; font-weight: bold";
const MAX_LOGO = { width: 240, height: 48 };
const WORDS =
  "margin: 16px 0; padding-left: 16px; border-left: 4px solid; font-size: 20px; line-height: 1.4; white-space: pre-wrap; unicode-bidi: plaintext";
const LESSER = "font-size: 16px; line-height: 1.5; font-weight: normal";
const SUBHEADING =
  "margin: 16px 0 0; font-size: 20px; line-height: 1.3; font-weight: bold";
const LOOKS = {
  heading: "margin: 0; font-size: 28px; line-height: 1.2",
  /** What happened, in few words, above a time. */
  news: "margin: 8px 0 4px; font-size: 18px; font-weight: bold",
  subheading: SUBHEADING,
  struck: `${SUBHEADING}; text-decoration: line-through`,
  caption: "margin: 0 0 20px; font-size: 14px",
  signature: "white-space: pre-line",
  small: "margin: 28px 0 0; font-size: 14px",
};

type Headline = "heading" | "subheading" | "struck";

const isHeadline = (look: ParagraphStyle["look"]): look is Headline =>
  look === "heading" || look === "subheading" || look === "struck";

/** HTML that needs no escaping. {@link markup}, {@link shown} and {@link styles} make such HTML. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A text in which no line breaks within a number, nor within the words of an address. */
const shown = (text: string) =>
  new Markup(
    numberParts(addressParts(escapeMarkup(text)).join("<wbr>"))
      .map((part, index) => (index % 2 === 1 ? unbroken(part) : part))
      .join(""),
  );

const unbroken = (number: string) =>
  `<span style="white-space: nowrap">${number}</span>`;

type Inserted = string | Markup | readonly Inserted[];

/** Makes HTML. The template escapes each inserted string, in text and in quoted attributes. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly Inserted[]
): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(escaped)));
}

function escaped(value: Inserted): string {
  if (typeof value === "string") return escapeMarkup(value);
  return value instanceof Markup ? value.text : value.map(escaped).join("");
}

export interface CallFile {
  /** Undefined for a plain attachment, which mail programs do not show as an invitation. */
  method: "REQUEST" | "CANCEL" | undefined;
  text: string;
}

export interface Letter {
  subject: string;
  body: Body;
  /** The color of the card's edge, which says at a glance what became of a call. */
  edge?: "signal" | "done" | "paper-rule";
  calendar?: CallFile | undefined;
}
