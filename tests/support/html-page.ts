/**
 * What a person reads on a page and can press, taken
 * from its HTML, which React writes regularly.
 */

import { expect } from "vitest";

export type Fields = [name: string, value: string][];

interface Button {
  /** What a screen reader says. */
  label: string;
  /** Where a press sends the form; undefined for the page's own address. */
  to: string | undefined;
  method: string;
  isPressed: boolean;
  fields: Fields;
  /** The names of all fields of the form, also of those that nobody ticked. */
  names: string[];
}

export type HtmlPage = ReturnType<typeof readPage>;

/** What a page or a mail says when a value is missing. */
export const NEVER_SAID = /undefined|NaN|Invalid Date|\[object/;

/** What labels, describes, or is led to within the page. */
const REFERENCE =
  / (?:aria-(?:labelledby|controls)="|for="|form="|href="#)([^"]+)"/g;

export function readPage(html: string) {
  const text = textOf(html);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const [, id] of html.matchAll(REFERENCE)) expect(ids).toContain(id);
  expect(html).not.toMatch(NEVER_SAID);
  const links = elements(html, "a").map(
    (link) => [nameOf(link), link.has["href"] ?? ""] as const,
  );
  const boxes = inputs(html).filter(({ type }) => type === "checkbox");
  const buttons = elements(html, "form").flatMap((form) =>
    buttonsOf(form, html),
  );
  return {
    html,
    title: firstText(elements(html, "title")),
    heading: firstText(elements(html, "h1")),
    text,
    links: Object.fromEntries(links),
    buttons,
    labels: buttons.map(({ label }) => label),
    /** The labels of the buttons that stand pressed: what holds now. */
    chosen: buttons
      .filter(({ isPressed }) => isPressed)
      .map(({ label }) => label),
    rows: elements(html, "tr").map(nameOf),
    fields: Object.fromEntries(elements(html, "form").flatMap(typedIn)),
    /** The field that takes a file. */
    fileField: inputs(html).find(({ type }) => type === "file")?.["name"] ?? "",
    said: textOf(/<div class="deed"[^>]*><p>(.*?)<\/p>/s.exec(html)?.[1] ?? ""),
    /**
     * The fields that a press sends once the
     * boxes with these labels are ticked.
     */
    tick: (...labels: string[]): Fields =>
      labels.map((label) => {
        const box = boxes.find((one) => one["aria-label"] === label);
        if (!box) throw new Error(`The page has no box "${label}".`);
        return [box["name"] ?? "", box["value"] ?? ""];
      }),
  };
}

/**
 * What a press of this button sends.
 * @param typed takes the place of what the page filled in
 * @throws {Error} if the form has no such field
 */
export function pressed(
  { buttons, labels }: Pick<HtmlPage, "buttons" | "labels">,
  label: string,
  typed: Fields = [],
) {
  const button = buttons.find((one) => one.label === label);
  if (!button)
    throw new Error(
      `The page has no button "${label}", but: ${labels.join()}.`,
    );
  const names = new Set(typed.map(([name]) => name));
  const [missing] = names.difference(new Set(button.names));
  if (missing !== undefined)
    throw new Error(`The form of "${label}" has no field "${missing}".`);
  const kept = button.fields.filter(([name]) => !names.has(name));
  return { ...button, fields: [...kept, ...typed] };
}

type Attributes = Record<string, string>;

interface HtmlElement {
  has: Attributes;
  inner: string;
}

function elements(html: string, name: string): HtmlElement[] {
  const pattern = new RegExp(`<${name}((?: [^>]*)?)>(.*?)</${name}>`, "gs");
  return [...html.matchAll(pattern)].map(([, tag = "", inner = ""]) => ({
    has: attributesOf(tag),
    inner,
  }));
}

const inputs = (html: string) =>
  [...html.matchAll(/<input([^>]*)>/g)].map(([, tag = ""]) =>
    attributesOf(tag),
  );

function attributesOf(tag: string): Attributes {
  const attributes: Attributes = {};
  for (const [, name = "", value = ""] of tag.matchAll(
    / ([\w-]+)(?:="([^"]*)")?/g,
  ))
    // A field of one line has no line breaks, whatever its value says.
    attributes[name.toLowerCase()] = plain(value).replaceAll("\n", "");
  return attributes;
}

function buttonsOf(form: HtmlElement, page: string): Button[] {
  const { action, method = "get" } = form.has;
  return elements(form.inner, "button").map((button) => {
    const { name, value = "", formaction, formmethod } = button.has;
    return {
      label: nameOf(button),
      to: formaction ?? action,
      method: formmethod ?? method,
      isPressed: button.has["aria-pressed"] === "true",
      fields: [...typedIn(form), ...fieldOf(name, value)],
      names: [
        ...namesIn(form.inner),
        ...namesIn(page, ` form="${form.has["id"]}"`),
      ],
    };
  });
}

/** What a form sends before anybody types or ticks. */
function typedIn({ inner }: HtmlElement): Fields {
  const areas = elements(inner, "textarea").map(({ has, inner: text }) => ({
    ...has,
    value: plain(text),
  }));
  const choices = elements(inner, "select").map(({ has, inner: options }) => {
    const [chosen] = elements(options, "option").toSorted(selectedFirst);
    return { ...has, value: chosen?.has["value"] ?? "" };
  });
  return [...inputs(inner), ...areas, ...choices]
    .filter(isSent)
    .flatMap(({ name, value = "" }: Attributes) => fieldOf(name, value));
}

const FIELD = /<(?:input|textarea|select)\b[^>]*? name="([^"]*)"[^>]*>/g;

/**
 * @param has what the tags of these fields
 * have, so a field can stand outside its form
 */
const namesIn = (html: string, has = "") =>
  [...html.matchAll(FIELD)]
    .filter(([tag]) => tag.includes(has))
    .map(([, name = ""]) => name);

const fieldOf = (name: string | undefined, value: string): Fields =>
  name === undefined ? [] : [[name, value]];

const selectedFirst = (one: HtmlElement, other: HtmlElement) =>
  Number("selected" in other.has) - Number("selected" in one.has);

const isSent = ({ type = "", ...has }: Attributes) =>
  !["checkbox", "radio", "file"].includes(type) || "checked" in has;

const nameOf = ({ has, inner }: HtmlElement) =>
  has["aria-label"] ?? textOf(inner);

const firstText = ([first]: HtmlElement[]) => textOf(first?.inner ?? "");

function textOf(html: string): string {
  const spoken = html
    .replaceAll(/<(style|title|option)\b.*?<\/\1>|<!--.*?-->/gs, " ")
    .replaceAll(/<[^>]+>/g, " ");
  return plain(spoken).replaceAll(/\s+/g, " ").trim();
}

export const plain = (html: string) =>
  html
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
