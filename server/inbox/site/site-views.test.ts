import { expect, test } from "vitest";
import { content } from "../../../tests/content.ts";
import { rendered } from "../../../tests/support/inbox-views.ts";

const { siteEditor, site } = content;

test("the drawing of colors has a sentence of each color on its ground", () => {
  const names = Object.keys(content.colors).map((name) => [name, name]);
  const html = rendered({
    view: "site-fields",
    heading: "",
    problems: [],
    hidden: {},
    rows: [],
    buttons: {},
    colors: { ...content.colors, ...Object.fromEntries(names) },
    back: "",
  });
  const sentences = html.matchAll(/<text (.*?) font-size.*?>(.+?)</g);
  expect(Array.from(sentences, ([, ...sentence]) => sentence)).toEqual([
    ['x="16" y="34" fill="night-text"', site.brandName],
    ['x="16" y="60" fill="night-dim"', siteEditor.heading],
    ['x="256" y="34" fill="paper-text"', site.brandName],
    ['x="256" y="60" fill="paper-dim"', siteEditor.heading],
    ['x="32" y="106" fill="signal-ink"', siteEditor.save],
    ['x="172" y="106" fill="done"', siteEditor.options["true"]],
    ['x="256" y="106" fill="done-ink"', siteEditor.options["true"]],
    ['x="320" y="106" fill="fault-text"', siteEditor.options["false"]],
  ]);
});
