/** The site with the pseudo-content: a Latin letter outside of brackets comes from the code. */
import { NAMED_SOURCES } from "../../contract/lead/source.ts";
import { expect } from "vitest";
import { loadContent } from "../../server/content/content.ts";
import { serverContent } from "../../server/content/server-content.ts";
import { SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { inboxOf, rendererOf } from "../renderer.ts";
import { mailSettings } from "../support/outgoing.ts";
import { pseudoFolder } from "./pseudo-content.ts";

export const words = loadContent({}, pseudoFolder());
export const manifest = serverContent(words, SAMPLE_CONTENT);
export const renderer = rendererOf(words);
export const inboxShown = inboxOf(words);

export const settings = mailSettings(
  { from: { name: manifest.site.brandName, address: "desk@agency.example" } },
  manifest,
);

/** Replaces texts in brackets by spaces. Brackets may hold brackets. */
function withoutBracketed(text: string): string {
  let depth = 0;
  return Array.from(text, (letter) => {
    if (letter === "⟦") depth++;
    const shown = depth === 0 ? letter : " ";
    if (letter === "⟧") depth--;
    return shown;
  }).join("");
}

const ADDRESS_OR_ZONE =
  /[\w.]+@[\w.-]+|(?:https?|mailto|tel):[^\s⟧|]*|\/[\w/.?=&%-]+|\b(?:GMT|UTC|London|Tokyo)\b/g;

export function latinIn(text: string): string[] {
  const plain = text
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&(?:amp|lt|gt|quot);/g, " ");
  return (
    withoutBracketed(plain.replace(ADDRESS_OR_ZONE, " ")).match(
      /[^\n]*\p{Script=Latin}[^\n]*/gu,
    ) ?? []
  );
}

const TEXT_ATTRIBUTES =
  / (?:title|alt|aria-label|placeholder|label|data-(?:done|copied|formula|line|money))="([^"]*)"/g;
const META_TEXTS =
  /<meta (?:name|property)="(?:description|og:\w*(?:title|description|alt|site_name))" content="([^"]*)"/g;

/** Finds Latin letters in what a page tells readers, screen readers and search engines. */
export function latinInPage(html: string): string[] {
  // `<wbr/>` lets a browser break an address before its "@".
  const whole = html
    .replaceAll("<wbr/>", "")
    .replace(/<code>[\s\S]*?<\/code>/g, " ");
  const shown = whole.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ");
  // Options of time zones name cities, and options of sources name networks.
  const named = ['\\w+/[^"]*', ...NAMED_SOURCES].join("|");
  const listed = shown.replace(
    new RegExp(`<option value="(?:${named})"[^>]*>[^<]*`, "g"),
    " ",
  );
  const attributes = [TEXT_ATTRIBUTES, META_TEXTS].flatMap((kind) => [
    ...html.matchAll(kind),
  ]);
  return [
    listed.replace(/<[^>]*>/g, "\n"),
    ...attributes.map(([, text = ""]) => text),
  ].flatMap(latinIn);
}

/** Finds Latin letters in the values that a person reads. */
export function latinInCalendar(text: string): string[] {
  expect(text).toContain("PRODID:-//Nightshift//Nightshift//EL");
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  return lines
    .filter((one) =>
      /^(?:SUMMARY|DESCRIPTION|LOCATION|NAME|X-WR-CALNAME)/.test(one),
    )
    .flatMap((one) =>
      latinIn(one.slice(one.indexOf(":") + 1).replaceAll("\\n", "\n")),
    );
}
