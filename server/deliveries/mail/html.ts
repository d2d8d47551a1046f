/** Draws mails as HTML. */

import type { Colors } from "../../../contract/content/colors.ts";
import { addressParts } from "../../../contract/lead/mailbox.ts";
import { numberParts } from "../../../contract/lead/telephone.ts";
import { escapeMarkup } from "../../http/escape-markup.ts";
import type { MailSettings } from "../settings.ts";
import { fields } from "./body.ts";
import type {
  Block,
  Body,
  HeadlineVariant,
  Letter,
  Link,
  ParagraphVariant,
  Paragraph,
  Table,
} from "./body.ts";

/** Content-ID of the logo that a mail carries (RFC 2392). */
export const LOGO_ID = "logo";

/**
 * Makes a card that needs no image and no style
 * element: mail programs may leave these out.
 */
export function toHtml(letter: Letter, brand: MailSettings): string {
  const { subject: title, body, edge = "signal" } = letter;
  const { colors } = brand;
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
<div style="display: none; max-height: 0; overflow: hidden">${previewOf(body)}</div>
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" style="background: ${colors.paper}">
<tr><td align="center" style="padding: 24px 8px">
<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" style="${CARD}; border-top: 10px solid ${colors[edge]}; background: ${colors["paper-raised"]}; color: ${colors["paper-text"]}">
<tr>${brandMarkup(brand)}</tr>
<tr><td class="inner" style="${INNER}">
${withoutRepeats(body).map((block) => blockMarkup(block, colors))}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.text;
}

/**
 * What a list of mails shows beside the subject:
 * what happened, the visitor's words, our sentences.
 */
const previewOf = (body: Body) =>
  body
    .flatMap((block) =>
      block.kind === "words" || isSentence(block) ? block.text : [],
    )
    .join(" ");

const isSentence = (block: Block): block is Paragraph =>
  block.kind === "paragraph" &&
  (block.variant === "news" ||
    (!isHeadline(block.variant) && block.text.length >= LEAST_PREVIEW));

/**
 * Leaves out the rows whose values stand above
 * them: in a headline, or as a button's number.
 */
function withoutRepeats(body: Body): Body {
  const standing = body.flatMap((block) => {
    if (block.kind === "links")
      return block.links.flatMap(({ label }) => numbersIn(label));
    return block.kind === "paragraph" && isHeadline(block.variant)
      ? block.text.split("\n")
      : [];
  });
  return body.map((block) =>
    block.kind === "fields"
      ? fields(...block.fields.filter(({ value }) => !standing.includes(value)))
      : block,
  );
}

const numbersIn = (text: string) =>
  numberParts(text).filter((_part, index) => index % 2 === 1);

function styles(colors: Colors): Markup {
  return new Markup(`:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: ${colors.night} !important; }
.head { border-bottom: 1px solid ${colors["night-rule"]}; }
.card { outline: 1px solid ${colors["night-rule"]}; background: ${colors["night-raised"]} !important; color: ${colors["night-text"]} !important; }
.card a:not(.main) { color: ${colors["night-text"]} !important; }
.cell { border-color: ${colors["night-rule"]} !important; }
.small, .label { color: ${colors["night-dim"]} !important; }
}
@media (max-width: 480px) {
.inner { padding: 20px 16px 24px !important; }
.head { padding: 16px !important; }
h1 { font-size: 24px !important; }
.fields td { display: block; width: auto !important; }
.fields .label { padding: 8px 0 0 !important; border: 0 !important; line-height: 20px !important; }
.fields .value { padding-top: 0 !important; }
}`);
}

/** Logos are made to stand on the color `night`. */
function brandMarkup({ site, logo, colors }: MailSettings): Markup {
  const { brandName } = site;
  const style = `${BRAND}; background: ${colors.night}; color: ${colors["night-text"]}`;
  if (!logo) {
    const moon =
      logo === null ? markup`<span style="${MOON(colors.signal)}"></span>` : "";
    return markup`<td class="head" style="${style}">${moon}${brandName}</td>`;
  }
  const scale = Math.min(
    1,
    MAX_LOGO.width / logo.width,
    MAX_LOGO.height / logo.height,
  );
  const scaled = (size: number) => String(Math.round(size * scale));
  const hasName = logo.replaces === "mark and name";
  const image = markup`<img src="cid:${LOGO_ID}" alt="${hasName ? brandName : ""}" width="${scaled(logo.width)}" height="${scaled(logo.height)}" style="vertical-align: middle">`;
  return markup`<td class="head" style="${style}">${image}${hasName ? "" : ` ${brandName}`}</td>`;
}

/**
 * Where the text has the link's label for
 * the first time, the label becomes a link.
 */
function paragraphMarkup({ text, link, variant }: Paragraph, colors: Colors) {
  if (isHeadline(variant)) return headlineMarkup(text, variant, colors);
  const [before = "", ...after] = link ? text.split(link.label) : [text];
  const rest =
    link && after.length > 0
      ? [linkMarkup(link, colors), textMarkup(after.join(link.label))]
      : [];
  const inner = [textMarkup(before), ...rest];
  if (variant === undefined) return markup`<p>${inner}</p>\n`;
  const dim = `; color: ${colors["paper-dim"]}`;
  const isDim = variant === "small" || variant === "label";
  return markup`<p class="${variant}" style="${PARAGRAPHS[variant]}${isDim ? dim : ""}">${inner}</p>\n`;
}

/**
 * The last of several lines, like a company
 * below a name, is small, and is never struck.
 */
function headlineMarkup(
  text: string,
  variant: HeadlineVariant,
  colors: Colors,
): Markup {
  const [first = "", ...more] = text.split("\n");
  const last = more.pop();
  const lines = [
    textMarkup(first),
    ...more.map((line) => markup`<br>${textMarkup(line)}`),
  ];
  const dim = `; color: ${colors["paper-dim"]}`;
  const lesser =
    last === undefined
      ? ""
      : markup`<br><span class="label" style="${LESSER}${dim}">${textMarkup(last)}</span>`;
  const tag = variant === "heading" ? "h1" : "p";
  const isPast = PAST.includes(variant);
  const main = STRUCK.includes(variant) ? markup`<s>${lines}</s>` : lines;
  return markup`<${tag} dir="auto" class="${isPast ? "label" : variant}" style="${HEADLINES[variant]}${isPast ? dim : ""}">${main}${lesser}</${tag}>\n`;
}

function linkMarkup({ label, url }: Link, colors: Colors, more = ""): Markup {
  return markup`<a href="${url}" style="color: ${colors["paper-text"]}${more}">${textMarkup(label)}</a>`;
}

function blockMarkup(block: Block, colors: Colors): Markup | Markup[] {
  switch (block.kind) {
    case "paragraph":
      return paragraphMarkup(block, colors);
    case "steps":
      return markup`<ol style="${STEPS}">\n${block.items.map((item) => markup`<li style="margin: 0 0 8px">${textMarkup(item)}</li>\n`)}</ol>\n`;
    case "links":
      return LINKS[block.variant](block.links, colors);
    case "words":
      return markup`<p dir="auto" class="cell" style="${WORDS}; border-color: ${colors["paper-rule"]}">${textMarkup(block.text)}</p>\n`;
    case "rows":
    case "fields":
      return tableMarkup(block, colors);
  }
}

function tableMarkup({ kind, fields: all }: Table, colors: Colors): Markup {
  const rule = `${CELL} ${colors["paper-rule"]}`;
  const lines = all.map(
    ({ label, value }) =>
      markup`<tr><td width="${LABEL_WIDTHS[kind]}" class="cell label" style="${rule}; ${LABEL}; color: ${colors["paper-dim"]}">${label}</td>
<td class="cell value" dir="auto" style="${rule}; ${VALUES[kind]}">${textMarkup(value)}</td></tr>\n`,
  );
  return markup`<table role="presentation" class="${kind}" width="100%" cellspacing="0" cellpadding="0" style="${TABLE}">
${lines}</table>\n`;
}

const LINKS = {
  buttons: (all, colors) =>
    all.map((link, index) => buttonsMarkup([link], colors, index === 0)),
  choices: (all, colors) => buttonsMarkup(all, colors),
  row: (all, colors) =>
    markup`<p style="${LINK_ROW}">${all.map((link) => linkMarkup(link, colors, ALONE))}</p>\n`,
  list: (all, colors) =>
    all.map(
      (link) =>
        markup`<p style="margin: 0">${linkMarkup(link, colors, ALONE)}</p>\n`,
    ),
} satisfies Record<
  string,
  (all: readonly Link[], colors: Colors) => Markup | Markup[]
>;

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
    const style = `${BUTTON_TEXT}; color: ${isMain ? ink : text}`;
    const link = markup`<a href="${url}"${isMain ? markup` class="main"` : ""} style="${style}">${textMarkup(label)}</a>`;
    return markup`${gap}<td align="center" style="${cell}">${link}</td>\n`;
  });
  return markup`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="${BUTTONS}">
<tr>${cells}</tr></table>\n`;
}

/**
 * Mail programs show a preview beside the
 * subject. A shorter paragraph is no preview.
 */
const LEAST_PREVIEW = 20;
const CARD =
  "max-width: 600px; table-layout: fixed; font: 16px/1.5 system-ui, sans-serif; text-align: left; overflow-wrap: anywhere; word-break: break-word";
const INNER = "padding: 24px 36px 36px";
const TABLE = "margin: 20px 0; table-layout: fixed; border-top: 2px solid";
const CELL = "padding: 8px 0; border-bottom: 1px solid";
/**
 * The agency's own labels are short words, those of a form's fields are longer.
 */
const LABEL_WIDTHS = { rows: "20%", fields: "36%" };
const LABEL =
  "padding-right: 12px; font-size: 14px; line-height: 24px; vertical-align: top";
const VALUE =
  "white-space: pre-wrap; unicode-bidi: plaintext; vertical-align: top";
const VALUES = { rows: `font-weight: 600; ${VALUE}`, fields: VALUE };
const STEPS = "margin: 12px 0; padding-left: 24px";
const LINK_ROW = "margin: 4px 0 12px";
/** A link that stands alone has a height of 44 px. */
const ALONE =
  "; display: inline-block; margin-right: 24px; padding: 10px 0; line-height: 24px";
const BUTTONS = "margin: 12px 0; table-layout: fixed";
const BUTTON = "border: 2px solid; border-radius: 4px";
const BUTTON_TEXT =
  "display: block; padding: 12px 8px; font-weight: bold; line-height: 20px; text-decoration: none";
const BRAND =
  "padding: 16px 36px; font-size: 20px; line-height: 28px; font-weight: bold";
/**
 * The moon of the site's own mark as a shadow,
 * and its star: a picture would be an attachment.
 */
const MOON = (color: string) =>
  `display: inline-block; width: 20px; height: 20px; margin-right: 12px; border-radius: 10px; vertical-align: middle; background: radial-gradient(circle at 16px 5px, ${color} 2.5px, transparent 3px); box-shadow: inset 6px -4px ${color}`;
const MAX_LOGO = { width: 240, height: 48 };
const WORDS =
  "margin: 16px 0; padding-left: 16px; border-left: 4px solid; font-size: 20px; line-height: 1.4; white-space: pre-wrap; unicode-bidi: plaintext";
const LESSER = "font-size: 16px; line-height: 1.5; font-weight: normal";
const TITLE = "font-size: 20px; line-height: 1.3; font-weight: bold";
const HEADLINES: Record<HeadlineVariant, string> = {
  heading: "margin: 0 0 12px; font-size: 28px; line-height: 1.2",
  title: `${TITLE}; margin: 0 0 12px`,
  subheading: `${TITLE}; margin: 16px 0 0`,
  struck: `${TITLE}; margin: 12px 0`,
  over: `${TITLE}; margin: 12px 0`,
  former: "margin: 0 0 4px",
};
const STRUCK: readonly HeadlineVariant[] = ["struck", "former"];
const PAST: readonly HeadlineVariant[] = [...STRUCK, "over"];

const PARAGRAPHS: Record<Exclude<ParagraphVariant, HeadlineVariant>, string> = {
  news: "margin: 0 0 4px; font-size: 18px; font-weight: bold",
  label: "margin: 16px 0 -12px; font-size: 14px",
  caption: "margin: 0 0 20px; font-size: 14px",
  lines: "white-space: pre-line",
  small: "margin: 28px 0 0; font-size: 14px",
};

const isHeadline = (
  variant: ParagraphVariant | undefined,
): variant is HeadlineVariant =>
  variant !== undefined && Object.hasOwn(HEADLINES, variant);

/**
 * HTML that needs no escaping. {@link markup},
 * {@link textMarkup} and {@link styles} make such HTML.
 */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A text in which no line breaks within a number,
 * before AM, nor within the words of an address.
 */
const textMarkup = (text: string) =>
  new Markup(
    numberParts(addressParts(escapeMarkup(text)).join("<wbr>"))
      .map((part, index) => (index % 2 === 1 ? unbroken(part) : part))
      .join("")
      .replaceAll(/(:\d\d) (?=\p{Lu})/gu, "$1\u00a0"),
  );

const unbroken = (number: string) =>
  `<span style="white-space: nowrap">${number}</span>`;

type Inserted = string | Markup | readonly Inserted[];

/**
 * Makes HTML. The template escapes each inserted
 * string, in text and in quoted attributes.
 */
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
