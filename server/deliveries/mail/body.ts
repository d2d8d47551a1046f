/** The content of a mail, from which its plain text and its HTML are made. */
export interface Paragraph {
  kind: "paragraph";
  text: string;
  variant?: ParagraphVariant | undefined;
  /** A link within the text, whose label the text has. */
  link?: Link;
}
export type Block =
  | Paragraph
  | { kind: "steps"; items: readonly string[] }
  | { kind: "links"; variant: LinkVariant; links: readonly Link[] }
  | { kind: "words"; text: string }
  | Table;
export interface Table {
  kind: "rows" | "fields";
  fields: readonly Field[];
}

type LinkVariant = "buttons" | "choices" | "row" | "list";

/**
 * Several lines may be in a headline, of which the last one is
 * small. `title` is the person of a call, `subheading` stands
 * above a list. The time of a call that was canceled is `struck`,
 * that of a missed one `over`, and the one before a move `former`.
 */
export type HeadlineVariant =
  | "heading"
  | "title"
  | "subheading"
  | "struck"
  | "over"
  | "former";
/**
 * `news` is what happened, in few words, above
 * a time. A `label` stands above typed words.
 */
export type ParagraphVariant =
  | HeadlineVariant
  | "news"
  | "label"
  | "caption"
  | "lines"
  | "small";

export interface Link {
  label: string;
  url: string;
}

export const paragraph = (
  text: string,
  variant?: ParagraphVariant,
): Paragraph => ({ kind: "paragraph", text, variant });

const linked =
  (variant: LinkVariant) =>
  (...all: readonly Link[]): Block => ({ kind: "links", variant, links: all });

/** Buttons one below the other. The first one is the next step. */
export const links = linked("buttons");

/** A row of short buttons of which none is the next step. */
export const choices = linked("choices");

/** Links beside each other, below the buttons. */
export const linkRow = linked("row");

/** A list of links. */
export const furtherLinks = linked("list");

/** What somebody typed, in large letters. */
export const words = (text: string): Block => ({ kind: "words", text });

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

/** A label of the owner may end with a colon of its own. */
export const withColon = (label: string) => label.replace(/\s*[:：]?$/u, ":");

/**
 * Mail programs mark quoted lines, so no line
 * that a visitor typed looks like the agency's.
 */
export function quoted(value: string): string {
  const lines = value.split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.map((line) => `> ${line}`).join("\n");
}

export interface CallFile {
  /**
   * Undefined for a plain attachment, which
   * mail programs do not show as an invitation.
   */
  method: "REQUEST" | "CANCEL" | undefined;
  text: string;
}

export interface Letter {
  subject: string;
  body: Body;
  /**
   * The color of the card's edge, which says at a glance what became of a call.
   */
  edge?: "signal" | "done" | "paper-rule";
  calendar?: CallFile | undefined;
}
