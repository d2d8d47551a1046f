import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { rendererOf } from "../../tests/renderer.ts";
import { editablePages, pageStateOf } from "../inbox/site/sample-pages.ts";
import {
  markSentences,
  marksIn,
  pictureMarkIn,
  withoutMarks,
} from "./marks.ts";

const marked = markSentences(content);
const pages = rendererOf(content);
const markedPages = rendererOf(marked.content);
const shownPages = editablePages(content).filter(({ mail }) => !mail);

test.each(shownPages)(
  "the editor's page $path is the same with and without marks, once they are taken out",
  async (page) => {
    const clock = { now: () => 0, timeZone: "America/New_York" };
    const state = pageStateOf(page, content, clock);
    const html = await markedPages.renderPage(state);
    expect(marksIn(html).length).toBeGreaterThan(0);
    expect(withoutMarks(html)).toBe(await pages.renderPage(state));
  },
);

test("a picture has a mark in its address, which is taken out with the others", async () => {
  const ben = { src: "/pictures/ben.jpg", width: 9, height: 9 };
  const own = structuredClone(content);
  own.pictures["ben.jpg"] = ben;
  Object.assign(own.contact.host ?? {}, { picture: "ben.jpg" });
  const state = { path: "/", status: 200, form: { kind: "empty" as const } };
  const again = markSentences(own);
  const html = await rendererOf(again.content).renderPage(state);
  const path = again.paths[pictureMarkIn(html) ?? -1];
  expect(path).toEqual(["contact", "host", "picture"]);
  expect(withoutMarks(html)).toBe(await rendererOf(own).renderPage(state));
});

test("what the program compares, looks up or hashes has no mark", () => {
  const { features, trades, testimonials, footer, bookCall, tiles, site } =
    marked.content;
  const compared = [
    features?.items.map(({ icon }) => icon),
    Object.values(trades).map(({ name, drawing }) => [name, drawing]),
    testimonials?.items.map(({ trade }) => trade),
    tiles.map(({ icon }) => icon),
    [footer.industries, bookCall.consent, site.contactPhone, site.siteUrl],
  ];
  expect(marksIn(JSON.stringify(compared))).toEqual([]);
});
