/** The content of a mail, from which its plain text and its HTML are made. */
import { escapeMarkup } from "../../http/escape-markup.ts";
import { givenName } from "../../../contract/lead/given-name.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { Colors } from "../../../contract/content/colors.ts";
import type { LeadRow } from "../../../contract/lead/lead.ts";
import { telUrl } from "../../../contract/lead/telephone.ts";
import type { MailSettings } from "../settings.ts";

type Paragraph = { kind: "paragraph"; text: string } & ParagraphStyle;
type Block =
  | Paragraph
  | { kind: "steps"; items: readonly string[] }
  | { kind: "links" | "further-links"; links: readonly Link[] }
  | { kind: "fields"; fields: readonly Field[] };

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

export const links = (...all: readonly Link[]): Block => ({
  kind: "links",
  links: all,
});

/** Links that are not shown as buttons, since none of them is the next step. */
export const furtherLinks = (...all: readonly Link[]): Block => ({
  kind: "further-links",
  links: all,
});

export function fields(...all: readonly Field[]): Block {
  return { kind: "fields", fields: all.filter(({ value }) => value !== "") };
}

interface Field {
  label: string;
  value: string;
  url?: string;
}

/** Content-ID of the logo that a mail carries (RFC 2392). */
export const LOGO_ID = "logo";

type Brand = Pick<MailSettings, "site" | "logo" | "colors" | "locale">;

export type Body = readonly Block[];

export const toText = (body: Body): string => body.map(blockText).join("\n\n");

function blockText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "steps":
      return block.items
        .map((item, index) => `${index + 1}. ${item}`)
        .join("\n");
    case "links":
    case "further-links":
      return block.links
        .map(({ label, url }) => `${withColon(label)}\n${url}`)
        .join("\n\n");
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
export function toHtml(title: string, body: Body, brand: Brand): string {
  const { colors } = brand;
  const texts = body.map((block) =>
    block.kind === "paragraph" ? block.text : "",
  );
  const preview = texts.find((text) => text.length >= LEAST_PREVIEW) ?? "";
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
<div style="display: none; max-height: 0; overflow: hidden">${preview}</div>
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" style="background: ${colors.paper}">
<tr><td align="center" style="padding: 24px 8px">
<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" style="max-width: 600px; border-top: 10px solid ${colors.signal}; background: ${colors["paper-raised"]}; color: ${colors["paper-text"]}; text-align: left">
<tr><td class="inner" style="${CARD}">
${brandMarkup(brand)}
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
.typed, .small { border-color: ${colors["night-rule"]} !important; }
.small, dt { color: ${colors["night-dim"]} !important; }
}
@media (max-width: 480px) { .inner { padding: 20px 16px !important; } .button { display: block !important; text-align: center; } }`);
}

/** Logos are made to stand on the color `night`. */
function brandMarkup({
  site,
  logo,
  colors,
}: Pick<Brand, "site" | "logo" | "colors">): Markup {
  const { brandName } = site;
  const look = `${BRAND}; background: ${colors.night}; color: ${colors["night-text"]}`;
  if (!logo) return markup`<p style="${look}">${brandName}</p>`;
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
  return markup`<p style="${look}">${image}${hasName ? "" : ` ${brandName}`}</p>`;
}

/** Where the text has the link's label for the first time, the label becomes a link. */
function paragraphMarkup({ text, link, look }: Paragraph, colors: Colors) {
  const [before = "", ...after] = link ? text.split(link.label) : [text];
  const linked =
    link && after.length > 0
      ? [linkMarkup(link, colors), markup`${after.join(link.label)}`]
      : [];
  const inner = [markup`${before}`, ...linked];
  if (look === "heading")
    return markup`<h1 style="${LOOKS.heading}">${inner}</h1>\n`;
  if (look === undefined) return markup`<p>${inner}</p>\n`;
  const dim = `; color: ${colors["paper-dim"]}; border-color: ${colors["paper-rule"]}`;
  return markup`<p class="${look}" style="${LOOKS[look]}${look === "small" ? dim : ""}">${inner}</p>\n`;
}

function linkMarkup({ label, url }: Link, colors: Colors): Markup {
  return markup`<a href="${url}" style="color: ${colors["paper-text"]}">${label}</a>`;
}

function blockMarkup(block: Block, colors: Colors): Markup | Markup[] {
  switch (block.kind) {
    case "paragraph":
      return paragraphMarkup(block, colors);
    case "steps":
      return markup`<ol>\n${block.items.map((item) => markup`<li>${item}</li>\n`)}</ol>\n`;
    case "links":
      return block.links.map((link, index) =>
        buttonMarkup(link, index === 0, colors),
      );
    case "further-links":
      return block.links.map(
        (link) =>
          markup`<p style="margin: 4px 0">${linkMarkup(link, colors)}</p>\n`,
      );
    case "fields":
      return markup`<dl>\n${block.fields.map((field) => fieldMarkup(field, colors))}</dl>\n`;
  }
}

function fieldMarkup({ label, value, url }: Field, colors: Colors): Markup {
  const text =
    url === undefined ? value : linkMarkup({ label: value, url }, colors);
  return markup`<dt style="${LABEL}; color: ${colors["paper-dim"]}">${label}</dt>
<dd class="typed" dir="auto" style="${TYPED} ${colors["paper-rule"]}">${text}</dd>\n`;
}

function buttonMarkup({ label, url }: Link, isMain: boolean, colors: Colors) {
  const { signal, "signal-ink": ink, "paper-text": text } = colors;
  const look = isMain
    ? `border-color: ${signal}; background: ${signal}; color: ${ink}`
    : `color: ${text}`;
  const name = isMain ? "button main" : "button";
  const link = markup`<a href="${url}" class="${name}" style="${BUTTON}; ${look}">${label}</a>`;
  return markup`<p style="margin: 12px 0">${link}</p>\n`;
}

/** Mail programs show a preview beside the subject. A shorter paragraph is no preview. */
const LEAST_PREVIEW = 20;
const CARD =
  "padding: 28px 36px 36px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere";
const BUTTON =
  "display: inline-block; padding: 12px 20px; border: 2px solid; border-radius: 4px; font-weight: bold; text-decoration: none";
const BRAND =
  "margin: 0 0 24px; padding: 12px 16px; border-radius: 4px; font-size: 20px; font-weight: bold";
const MAX_LOGO = { width: 240, height: 48 };
const LABEL = "font-size: 14px";
const LOOKS = {
  heading: "margin: 0 0 16px; font-size: 24px; line-height: 1.25",
  signature: "white-space: pre-line",
  small:
    "margin: 28px 0 0; padding-top: 16px; border-top: 1px solid; font-size: 14px",
};
const TYPED =
  "margin: 0 0 12px; padding-left: 12px; white-space: pre-wrap; border-left: 3px solid";

/** HTML that needs no escaping. Only {@link markup} and {@link styles} make such HTML. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

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
  calendar?: CallFile | undefined;
}

interface VisitorTexts {
  subject: string;
  text: string;
  /** Whether no further mail follows. */
  isLast?: boolean;
}

/**
 * A mail to a visitor. A stranger can type any name, so the mail repeats only a plain first name.
 * @param heading the first line; by default, the greeting
 */
export function visitorLetter(
  { name: fullName }: Pick<LeadRow, "name">,
  texts: VisitorTexts,
  values: Readonly<Record<string, string>>,
  more: Body,
  {
    content,
    site: { brandName: brand, contactPhone: phone },
    host,
  }: MailSettings,
  heading?: string,
): Letter {
  const { greeting, greetingWithoutName, reply, mistake } =
    content.confirmation;
  const name = givenName(fullName);
  const greeted =
    name === undefined ? greetingWithoutName : fillIn(greeting, { name });
  const fill = (text: string) => fillIn(text, values);
  return {
    subject: fill(texts.subject),
    body: [
      paragraph(heading ?? greeted, { look: "heading" }),
      ...(heading === undefined ? [] : [paragraph(greeted)]),
      paragraph(fill(texts.text)),
      ...more,
      paragraph(fillIn(reply, { phone }), {
        link: { label: phone, url: telUrl(phone) },
      }),
      paragraph(host ? `${host.name}\n${host.role}, ${brand}` : brand, {
        look: "signature",
      }),
      ...(texts.isLast ? [] : [paragraph(mistake, { look: "small" })]),
    ],
  };
}
