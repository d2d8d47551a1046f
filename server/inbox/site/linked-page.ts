/** Turns a page that was drawn with marks into the page on which a tap opens a sentence. */
import {
  marksIn,
  pictureMarkIn,
  replaceMarked,
  withoutMarks,
} from "../../content/marks.ts";
import { escapeMarkup } from "../../http/escape-markup.ts";
import { EDITED } from "./addresses.ts";

/** A sentence on a page. `turn` counts the places of the same sentence, from 0. */
export interface Spot {
  number: number;
  turn: number;
}

export interface Links {
  edit: (spot: Spot) => string;
  /** What a screen reader says of the link at a picture. */
  picture: string;
  /** The editor's address for a page of the site; undefined for every other address. */
  page: (href: string) => string | undefined;
  /** The control in place of the sentence that is being edited. */
  field: string;
  isOpen: (spot: Spot) => boolean;
  isDone: (spot: Spot) => boolean;
  /** Behind the place that was edited last, a link to the bar: the page has more stops than a keyboard's patience. */
  toBar: string;
}

/** React writes attributes with escaped signs, so no tag has a `>` within it. */
const TOKENS =
  /<!--[^]*?-->|<(script|style|title|textarea|select|svg|template)\b[^]*?<\/\1>|<\/?[a-z][^>]*>|[^<]+/gi;
const TAG = /^<(\/?)([a-z][\w-]*)/i;
const VOID = /^(?:area|br|col|hr|img|input|link|meta|source|wbr)$/;
/** A form must not be sent here, and all that unfolds is open, since its texts are links. */
const PLAIN = ["form", "details", "summary"];
/** On this page, a link edits its text. */
const OTHER_PURPOSE =
  / (?:href|target|rel|type|name|value|form|formaction|disabled|autofocus|aria-pressed)(?:="[^"]*")?(?=[ />])/gi;

interface Element {
  /** The name of the end tag. */
  name: string;
  isHidden: boolean;
  /** A picture for screen readers, or a link: none of them may have links inside. */
  hasNoLinks: boolean;
  /** Behind the end tag. */
  after?: string;
}

/** @returns the numbers of the sentences that a tap reaches, and whether the field is on the page */
export function linkPage(html: string, links: Links) {
  const start = html.indexOf("<body");
  const linked = new Set<number>();
  const turns = new Map<number, number>();
  const open: Element[] = [];
  let hasField = false;

  function spotOf(number: number): Spot {
    const turn = turns.get(number) ?? 0;
    turns.set(number, turn + 1);
    linked.add(number);
    return { number, turn };
  }

  function fieldOf(spot: Spot): string | undefined {
    if (!links.isOpen(spot) || hasField) return undefined;
    hasField = true;
    return links.field;
  }

  const idOf = (spot: Spot) => (links.isDone(spot) ? ` id="${EDITED}"` : "");
  const toBarFrom = (spot: Spot) => (links.isDone(spot) ? links.toBar : "");

  function text(token: string): string {
    const { isHidden = false, hasNoLinks = false } = open.at(-1) ?? {};
    if (hasNoLinks) return withoutMarks(token);
    return replaceMarked(token, (number, sentence) => {
      // The program fills in the beginning of the sentence, in an element of its own.
      if (sentence === "") return "";
      const spot = spotOf(number);
      return fieldOf(spot) ?? linkAt(spot, isHidden, sentence);
    });
  }

  function linkAt(spot: Spot, isHidden: boolean, inside: string, name = "") {
    // A link that screen readers do not see must not take the focus.
    const focus = isHidden ? ' tabindex="-1"' : "";
    const label = name && ` aria-label="${escapeMarkup(name)}"`;
    const href = escapeMarkup(links.edit(spot));
    return `<a${idOf(spot)} class="edit"${label}${focus} href="${href}">${inside}</a>${toBarFrom(spot)}`;
  }

  function startTag(token: string, name: string, inside: string): string {
    const above = open.at(-1);
    const isControl = name === "a" || name === "button";
    const opensPopover = / popovertarget=/i.test(token);
    const element: Element = {
      name,
      isHidden: above?.isHidden || / aria-hidden="true"/.test(token),
      hasNoLinks: above?.hasNoLinks || / role="img"/.test(token) || isControl,
    };
    if (name === "img") return picture(token, element);
    if (!VOID.test(name)) open.push(element);
    if (PLAIN.includes(name)) {
      element.name = "div";
      const look = token === "<summary>" ? ' class="edit-summary"' : "";
      return `<div${look}${attributesOf(token)}`;
    }
    if (!isControl || opensPopover || above?.hasNoLinks)
      return token.replace(/ autofocus(?:="")?/i, "");
    return control(token, element, inside);
  }

  function picture(token: string, { isHidden, hasNoLinks }: Element): string {
    const number = pictureMarkIn(token);
    const plain = withoutMarks(token);
    if (number === undefined || hasNoLinks) return plain;
    return linkAt(spotOf(number), isHidden, plain, links.picture);
  }

  /** A link or a button as a whole leads to its first sentence, or to the same page here. */
  function control(token: string, element: Element, inside: string): string {
    const attributes = attributesOf(token);
    const [number] = marksIn(inside);
    const spot = { number: number ?? -1, turn: turns.get(number ?? -1) ?? 0 };
    const isOpening = links.isOpen(spot) && !hasField;
    if (pictureMarkIn(inside) !== undefined || isOpening) {
      element.name = "span";
      element.hasNoLinks = false;
      return `<span${attributes}`;
    }
    element.name = "a";
    if (number === undefined) {
      const [, href = ""] = / href="([^"]*)"/.exec(token) ?? [];
      const to = links.page(href);
      return `<a${to ? ` href="${escapeMarkup(to)}"` : ""}${attributes}`;
    }
    const href = escapeMarkup(links.edit(spotOf(number)));
    element.after = toBarFrom(spot);
    return `<a${idOf(spot)} href="${href}"${attributes}`;
  }

  const body = html.slice(start);
  const made = body.replace(TOKENS, (token, raw: string | undefined, at) => {
    if (raw?.toLowerCase() === "script") return "";
    if (raw !== undefined || token.startsWith("<!--"))
      return withoutMarks(token);
    const [tag, slash, name = ""] = TAG.exec(token) ?? [];
    if (tag === undefined) return text(token);
    if (slash === "/") {
      const element = open.pop();
      return `</${element?.name}>${element?.after ?? ""}`;
    }
    const begins = Number(at) + token.length;
    const inside = body.slice(begins, body.indexOf(`</${name}>`, begins));
    const plain = name === "img" ? token : withoutMarks(token);
    return startTag(plain, name.toLowerCase(), inside);
  });
  const head = html
    .slice(0, start)
    // After a tap the browser returns to the same place.
    .replace("<html", '$& data-whole=""')
    .replaceAll(
      /<script\b[^]*?<\/script>|<link rel="(?:canonical)"[^>]*>/g,
      "",
    );
  const page = hasField ? made.replaceAll(FOCUSABLE, '$& tabindex="-1"') : made;
  return { html: withoutMarks(head) + page, linked, hasField };
}

/** While a text is open, Tab leads from it to the buttons of the bar, not through the page. */
const FOCUSABLE =
  /<(?:a|button|input|select|textarea)(?= )(?![^>]* (?:tabindex|autofocus))/g;

/** What follows the name of a tag, without what the element did on the site. */
const attributesOf = (tag: string): string =>
  tag.replace(TAG, "").replaceAll(OTHER_PURPOSE, "");
