/** What a mail says, once, so that its plain text and its HTML cannot say two things. */
import { join, markup, type Markup } from "./markup.ts";

type Block =
  | { kind: "paragraph"; text: string }
  | { kind: "steps"; items: readonly string[] }
  | { kind: "links"; links: readonly { label: string; url: string }[] }
  /** Each value whole, as it was typed, and set off so that it cannot pass for a word of ours. */
  | { kind: "fields"; fields: readonly { label: string; value: string }[] };

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
function quoted(value: string): string {
  return value
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join("\n");
}

/** The HTML twin: no image, no script, no color that dark mode would have to undo. */
export function toHtml(title: string, body: Body): string {
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
${join(body.map(blockMarkup))}
</body>
</html>
`.text;
}

function blockMarkup(block: Block): Markup {
  switch (block.kind) {
    case "paragraph":
      return markup`<p>${block.text}</p>\n`;
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

/** What was typed has a direction of its own, and keeps its lines. */
function fieldMarkup({ label, value }: { label: string; value: string }): Markup {
  return markup`<dt style="${LABEL}">${label}</dt>\n<dd dir="auto" style="${TYPED}">${value}</dd>\n`;
}

const PAGE =
  "font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 0 auto; padding: 16px; overflow-wrap: anywhere";
const BUTTON =
  "display: inline-block; padding: 10px 16px; border: 2px solid; border-radius: 4px; font-weight: bold";
const LABEL = "font-weight: bold";
const TYPED = "margin: 0 0 12px; padding-left: 12px; border-left: 2px solid; white-space: pre-wrap";
