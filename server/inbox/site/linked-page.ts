/**
 * Turns a page that was drawn with marks into
 * the page on which a tap opens a sentence.
 */

import {
  fieldAt,
  pointerTo,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { SETTINGS } from "../../../contract/inbox/site-editor.ts";
import {
  marksIn,
  pictureMarkIn,
  replaceMarked,
  withoutMarks,
} from "../../content/marks.ts";
import { escapeMarkup } from "../../http/escape-markup.ts";
import {
  BAR,
  EDITED,
  fieldsAddress,
  pageAddress,
  textAddress,
  type Place,
} from "./addresses.ts";
import { pictureFormOf } from "./picture-places.ts";
import { editablePage } from "./sample-pages.ts";

/**
 * A sentence on a page. `turn` counts the places of the same sentence, from 0.
 */
interface Spot {
  number: number;
  turn: number;
}

interface LinkedView extends Place {
  /** The pointer of the sentence, item or part that was saved last. */
  done?: string | null | undefined;
  /** The path of each sentence, by its number. */
  paths: readonly FieldPath[];
  /** Without marks. */
  content: Content;
  /** The control in place of the sentence at the place. */
  field?: string;
}

function linksOf({ paths, content, field = "", ...view }: LinkedView) {
  const { page, turn, done } = view;
  const { siteEditor } = content;
  const pathOf = ({ number }: Spot) => paths[number] ?? [];
  const addressOf = (spot: Spot) =>
    textAddress({ page, at: pathOf(spot), turn: spot.turn });
  return {
    field,
    edit: (spot: Spot) => {
      const at = pathOf(spot);
      return fieldAt(at)?.kind === "picture"
        ? fieldsAddress(pictureFormOf(at), page)
        : addressOf(spot);
    },
    /** What a screen reader says of the link at a picture. */
    picture: siteEditor.pictures.change,
    /**
     * The form that sets the number or the mail address of a
     * link, or the editor's address for a page of the site.
     */
    to: (href: string) => {
      if (/^(?:tel|mailto):/.test(href))
        return fieldsAddress(SETTINGS.contact, page);
      const [path = ""] = href.split(/[?#]/);
      return editablePage(path, content) && pageAddress(path);
    },
    isOpen: (spot: Spot) => addressOf(spot) === textAddress(view),
    isDone: (spot: Spot) =>
      spot.turn === turn &&
      `${pointerTo(pathOf(spot))}/`.startsWith(`${done}/`),
    /**
     * Behind the place that was edited last: the page
     * has more stops than a keyboard's patience.
     */
    toBar: `<a class="to-bar" href="#${BAR}">${escapeMarkup(siteEditor.toBar)}</a>`,
  };
}

/**
 * React and the mails write tags in small letters, and attributes with
 * escaped signs, so no tag has a `>` within it.
 */
const TOKENS =
  /<!--[^]*?-->|<(script|style|title|textarea|select|svg|template)\b[^]*?<\/\1>|<\/?[a-z][^>]*>|[^<]+/g;
const TAG = /^<(\/?)([a-z][\w-]*)/;
const VOID = /^(?:area|br|col|hr|img|input|link|meta|source|wbr)$/;
/**
 * A form must not be sent here, and all that
 * unfolds is open, since its texts are links.
 */
const PLAIN = ["form", "details", "summary"];
/** On this page a link edits its text, so screen readers need it, too. */
const OTHER_PURPOSE =
  / (?:href|target|rel|type|name|value|form|formaction|disabled|autofocus|aria-\w+)(?:="[^"]*")?(?=[ />])/gi;

interface Element {
  /** The name of the end tag. */
  name: string;
  /**
   * A picture or a label for screen readers, a link, or what
   * a script shows: nobody can tap a link inside any of them.
   */
  hasNoLinks: boolean;
  /** Behind the end tag. */
  after?: string;
}

/**
 * @returns the numbers of the sentences that a tap
 * reaches, and whether the field is on the page
 */
export function linkPage(html: string, view: LinkedView) {
  const start = html.indexOf("<body");
  const linker = new Linker(html.slice(start), view);
  const made = linker.link();
  const { linked, hasField } = linker;
  const body = hasField ? made.replaceAll(FOCUSABLE, '$& tabindex="-1"') : made;
  return { html: headOf(html.slice(0, start)) + body, linked, hasField };
}

const headOf = (html: string): string =>
  withoutMarks(html)
    // After a tap the browser returns to the same place.
    .replace("<html", '$& data-whole=""')
    .replaceAll(/<script\b[^]*?<\/script>/g, "");

const NO_MARKS = { id: "", toBar: "" };

/** Reads a page once, from its start to its end. */
class Linker {
  readonly linked = new Set<number>();
  hasField = false;
  #hasDone = false;
  readonly #body: string;
  readonly #links: ReturnType<typeof linksOf>;
  readonly #turns = new Map<number, number>();
  readonly #open: Element[] = [];

  constructor(body: string, view: LinkedView) {
    this.#body = body;
    this.#links = linksOf(view);
  }

  link(): string {
    return this.#body.replace(TOKENS, (token, raw: string | undefined, at) => {
      if (raw === "script") return "";
      if (raw !== undefined || token.startsWith("<!--"))
        return withoutMarks(token);
      const [tag, slash, name = ""] = TAG.exec(token) ?? [];
      if (tag === undefined) return this.#text(token);
      if (slash === "/") return this.#endTag(name);
      const begins = Number(at) + token.length;
      const end = this.#body.indexOf(`</${name}>`, begins);
      const inside = this.#body.slice(begins, end);
      const plain = name === "img" ? token : withoutMarks(token);
      return this.#startTag(plain, name, inside);
    });
  }

  #text(token: string): string {
    if (this.#open.at(-1)?.hasNoLinks) return withoutMarks(token);
    return replaceMarked(token, (number, sentence) => {
      // The program fills in the beginning of
      // the sentence, in an element of its own.
      if (sentence === "") return "";
      const spot = this.#spotOf(number);
      return this.#takeField(spot) ?? this.#linkAt(spot, sentence);
    });
  }

  #startTag(token: string, name: string, inside: string): string {
    const above = this.#open.at(-1);
    const isControl = name === "a" || name === "button";
    const opensPopover = / popovertarget=/i.test(token);
    const hasNoLinks =
      above?.hasNoLinks || / role="img"| hidden=""| class="hidden"/.test(token);
    const element: Element = { name, hasNoLinks: hasNoLinks || isControl };
    if (name === "img") return this.#picture(token, element);
    if (!VOID.test(name)) this.#open.push(element);
    if (PLAIN.includes(name)) {
      element.name = "div";
      const styleClass = token === "<summary>" ? ' class="edit-summary"' : "";
      return `<div${styleClass}${attributesOf(token)}`;
    }
    if (!isControl || opensPopover || hasNoLinks)
      return token.replaceAll(/ (?:autofocus|aria-hidden)(?:="[^"]*")?/gi, "");
    return this.#control(token, element, inside);
  }

  #endTag(closed: string): string {
    // The head, which is not read here, opened `html`.
    const { name = closed, after = "" } = this.#open.pop() ?? {};
    return `</${name}>${after}`;
  }

  #picture(token: string, { hasNoLinks }: Element): string {
    const number = pictureMarkIn(token);
    const plain = withoutMarks(token);
    if (number === undefined || hasNoLinks) return plain;
    const name = this.#links.picture;
    return this.#linkAt(this.#spotOf(number), plain, name);
  }

  /**
   * A link or a button as a whole leads to its
   * first sentence, or to where it leads here.
   */
  #control(token: string, element: Element, inside: string): string {
    const { isOpen, to, edit } = this.#links;
    const attributes = attributesOf(token);
    const [number] = marksIn(inside);
    element.name = "a";
    if (number === undefined) {
      const [, href = ""] = / href="([^"]*)"/.exec(token) ?? [];
      const target = to(href);
      return `<a${target ? ` href="${escapeMarkup(target)}"` : ""}${attributes}`;
    }
    const spot = { number, turn: this.#turns.get(number) ?? 0 };
    if (pictureMarkIn(inside) !== undefined || isOpen(spot)) {
      element.name = "span";
      element.hasNoLinks = false;
      return `<span${attributes}`;
    }
    const href = escapeMarkup(edit(this.#spotOf(number)));
    const { id, toBar } = this.#marksAt(spot);
    element.after = toBar;
    return `<a${id} href="${href}"${attributes}`;
  }

  #linkAt(spot: Spot, inside: string, name = "") {
    const label = name && ` aria-label="${escapeMarkup(name)}"`;
    const href = escapeMarkup(this.#links.edit(spot));
    const { id, toBar } = this.#marksAt(spot);
    return `<a${id} class="edit"${label} href="${href}">${inside}</a>${toBar}`;
  }

  /** Counts the places of a sentence. */
  #spotOf(number: number): Spot {
    const turn = this.#turns.get(number) ?? 0;
    this.#turns.set(number, turn + 1);
    this.linked.add(number);
    return { number, turn };
  }

  /** @returns the field at the sentence that is open */
  #takeField(spot: Spot): string | undefined {
    if (!this.#links.isOpen(spot)) return undefined;
    this.hasField = true;
    return this.#links.field;
  }

  /**
   * Of an item or a part that was edited, its
   * first sentence on the page has the marks.
   */
  #marksAt(spot: Spot) {
    if (this.#hasDone || !this.#links.isDone(spot)) return NO_MARKS;
    this.#hasDone = true;
    return { id: ` id="${EDITED}"`, toBar: this.#links.toBar };
  }
}

/**
 * While a text is open, Tab leads from it to
 * the buttons of the bar, not through the page.
 */
const FOCUSABLE =
  /<(?:a|button|input|select|textarea)(?= )(?![^>]* (?:tabindex|autofocus))/g;

/** What follows the name of a tag, without what the element did on the site. */
const attributesOf = (tag: string): string =>
  tag.replace(TAG, "").replaceAll(OTHER_PURPOSE, "");
