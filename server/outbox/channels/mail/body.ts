/** The content of a mail, once, so that its plain text and its HTML cannot differ. */
import type { Logo, SiteConfig } from "../../../../contract/build-manifest.ts";
import { escapeMarkup } from "../../../../contract/escape-markup.ts";

type Block =
  /** `link`: a part of the text that leads somewhere. */
  | { kind: "paragraph"; text: string; link?: { label: string; url: string } }
  | { kind: "steps"; items: readonly string[] }
  | { kind: "links"; links: readonly { label: string; url: string }[] }
  /** Each value whole, as it was typed, and set off so that it cannot pass for a word of ours. */
  | { kind: "fields"; fields: readonly { label: string; value: string }[] };

/** Content-ID of the logo that a mail carries, so that nothing is fetched when it is opened (RFC 2392). */
export const LOGO_ID = "logo";

/** Whose mail it is. */
interface Brand {
  site: SiteConfig;
  logo: Logo | null;
}

export type Body = readonly Block[];

/** The plain twin. */
export function toText(body: Body): string {
  return body.map(blockText).join("\n\n");
}

function blockText(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.text;
    case "steps":
      return block.items.map((item, index) => `${index + 1}. ${item}`).join("\n");
    case "links":
      return block.links.map(({ label, url }) => `${label}:\n${url}`).join("\n\n");
    case "fields":
      return block.fields.map(({ label, value }) => `${label}:\n${quoted(value)}`).join("\n\n");
  }
}

/** Readers mark quoted lines, so a line that was typed to look like one of ours does not. */
export function quoted(value: string): string {
  return value
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");
}

/** The HTML twin under the agency's name: no script, no color that dark mode would have to undo, whole without images. */
export function toHtml(title: string, body: Body, brand: Brand): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<style>:root { color-scheme: light dark; supported-color-schemes: light dark; }</style>
</head>
<body style="${PAGE}">
${brandMarkup(brand)}
${join(body.map(blockMarkup))}
</body>
</html>
`.text;
}

/** Where pictures are not shown, the name stands for the logo. */
function brandMarkup({ site, logo }: Brand): Markup {
  const { brandName } = site;
  if (!logo) return markup`<p style="${BRAND}">${brandName}</p>`;
  const scale = Math.min(1, MAX_LOGO.width / logo.width, MAX_LOGO.height / logo.height);
  const [width, height] = [logo.width, logo.height].map((size) => String(Math.round(size * scale)));
  const isWhole = logo.replaces === "mark and name";
  const image = markup`<img src="cid:${LOGO_ID}" alt="${isWhole ? brandName : ""}" width="${width ?? ""}" height="${height ?? ""}" style="${PLATE}">`;
  return markup`<p style="${BRAND}">${image}${isWhole ? "" : ` ${brandName}`}</p>`;
}

function paragraphMarkup(text: string, link: { label: string; url: string } | undefined): Markup {
  const [before = "", ...after] = link ? text.split(link.label) : [text];
  if (!link || after.length === 0) return markup`<p>${text}</p>\n`;
  return markup`<p>${before}<a href="${link.url}">${link.label}</a>${after.join(link.label)}</p>\n`;
}

function blockMarkup(block: Block): Markup {
  switch (block.kind) {
    case "paragraph":
      return paragraphMarkup(block.text, block.link);
    case "steps":
      return markup`<ol>\n${join(block.items.map((item) => markup`<li>${item}</li>\n`))}</ol>\n`;
    case "links":
      return join(
        block.links.map(({ label, url }) => markup`<p><a href="${url}" style="${BUTTON}">${label}</a></p>\n`),
      );
    case "fields":
      return markup`<dl>\n${join(block.fields.map(fieldMarkup))}</dl>\n`;
  }
}

/** Typed text has a direction of its own, and keeps its lines. */
function fieldMarkup({ label, value }: { label: string; value: string }): Markup {
  return markup`<dt style="${LABEL}">${label}</dt>\n<dd dir="auto" style="${TYPED}">${value}</dd>\n`;
}

const PAGE =
  "font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 0 auto; padding: 16px; overflow-wrap: anywhere";
const BUTTON =
  "display: inline-block; padding: 10px 16px; border: 2px solid; border-radius: 4px; font-weight: bold";
const BRAND = "margin: 0 0 24px; font-size: 20px; font-weight: bold";
/** White under it: a dark logo on nothing would be gone in dark mode. */
const PLATE = "padding: 8px; border-radius: 4px; background: #fff; color: #000; vertical-align: middle";
/** CSS pixels. */
const MAX_LOGO = { width: 240, height: 48 };
const LABEL = "font-weight: bold";
const TYPED = "margin: 0 0 12px; padding-left: 12px; border-left: 2px solid; white-space: pre-wrap";

/** HTML that needs no escaping. Only {@link markup} makes one. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** HTML by a template literal that escapes every string put into it, in text and in quoted attributes. */
export function markup(parts: TemplateStringsArray, ...values: readonly (string | Markup)[]): Markup {
  const written = values.map((value) => (value instanceof Markup ? value.text : escapeMarkup(value)));
  return new Markup(String.raw({ raw: parts }, ...written));
}

/** Several pieces, one after the other. */
export function join(pieces: readonly Markup[]): Markup {
  return new Markup(pieces.map(({ text }) => text).join(""));
}
