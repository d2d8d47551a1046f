/** The site of the pseudo-locale. A Latin letter outside of its brackets comes from the code. */
import { NAMED_SOURCES } from "../../contract/source.ts";
import { expect } from "vitest";
import { loadContent } from "../../server/content/content.ts";
import { serverContent } from "../../server/content/server-content.ts";
import { SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { rendererOf } from "../renderer.ts";
import { mailSettings } from "../support/outgoing.ts";
import { pseudoFolder } from "./pseudo-content.ts";

export const words = loadContent({}, pseudoFolder());
export const manifest = serverContent(words, SAMPLE_CONTENT);
export const renderer = rendererOf(words);

export const settings = mailSettings(
  { from: { name: manifest.site.brandName, address: "desk@agency.example" } },
  manifest,
);

/** Replaces what is inside of brackets, which may hold others, by spaces. */
function outside(text: string): string {
  let depth = 0;
  return Array.from(text, (letter) => {
    if (letter === "⟦") depth++;
    const shown = depth === 0 ? letter : " ";
    if (letter === "⟧") depth--;
    return shown;
  }).join("");
}

/** Addresses; zones as the platform names them, and their cities. */
const NO_SENTENCE =
  /[\w.]+@[\w.-]+|(?:https?|mailto|tel):[^\s⟧|]*|\/[\w/.?=&%-]+|\b(?:GMT|UTC|London|Tokyo)\b/g;

export function latinIn(text: string): string[] {
  const plain = text.replace(/&#x27;|&#39;/g, "'").replace(/&(?:amp|lt|gt|quot);/g, " ");
  return outside(plain.replace(NO_SENTENCE, " ")).match(/[^\n]*\p{Script=Latin}[^\n]*/gu) ?? [];
}

const SAID_ATTRIBUTES =
  / (?:title|alt|aria-label|placeholder|label|data-(?:done|copied|formula|line|money))="([^"]*)"/g;
const DESCRIBED =
  /<meta (?:name|property)="(?:description|og:\w*(?:title|description|alt|site_name))" content="([^"]*)"/g;

/** What a page says, and what it says to a screen reader and to search engines. */
export function latinInPage(html: string): string[] {
  // An address may be broken before its "@".
  const whole = html.replaceAll("<wbr/>", "").replace(/<code>[\s\S]*?<\/code>/g, " ");
  const shown = whole.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ");
  // A list of zones names cities, and one of sources names networks.
  const named = ['\\w+/[^"]*', ...NAMED_SOURCES].join("|");
  const listed = shown.replace(new RegExp(`<option value="(?:${named})"[^>]*>[^<]*`, "g"), " ");
  const attributes = [SAID_ATTRIBUTES, DESCRIBED].flatMap((kind) => [...html.matchAll(kind)]);
  return [listed.replace(/<[^>]*>/g, "\n"), ...attributes.map(([, text = ""]) => text)].flatMap(latinIn);
}

/** In the values that a person reads. */
export function latinInCalendar(text: string): string[] {
  expect(text).toContain("PRODID:-//Nightshift//Nightshift//EL");
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  return lines
    .filter((one) => /^(?:SUMMARY|DESCRIPTION|LOCATION|NAME|X-WR-CALNAME)/.test(one))
    .flatMap((one) => latinIn(one.slice(one.indexOf(":") + 1).replaceAll("\\n", "\n")));
}
