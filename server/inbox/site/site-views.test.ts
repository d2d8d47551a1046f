import { expect, test } from "vitest";
import { content } from "../../../tests/content.ts";
import {
  asRead,
  bar,
  edit,
  NOW,
  rendered,
  textOf,
} from "../../../tests/support/inbox-views.ts";

const { siteEditor, site } = content;

test("the page of changes says who changed and published what, and how many wait", () => {
  const other = { ...edit, id: "2", isWaiting: true };
  const publish = { ...bar, changes: 2, waiting: 1, canWrite: false };
  const none = { publish, files: [], problems: [] };
  const page = { view: "site-changes", ...none } as const;
  const by = "ben@agency.example";
  const publications = [{ at: NOW, by, edits: [edit] }];
  const shown = `Hero › Note ${siteEditor.actions.set} Ana, Mar 1, 12:00 PM UTC
    ${siteEditor.before} Old. ${siteEditor.after} New.`;
  const waits = shown.replace(" Ana", ` ${siteEditor.waits} Ana`);
  expect(textOf({ ...page, draft: [edit, other], publications })).toBe(
    asRead(`${siteEditor.changes} ${siteEditor.draftHeading}
      ${siteEditor.waiting.one} ${shown} ${siteEditor.takeBack}
      ${waits} ${siteEditor.takeBack} ${siteEditor.discard}
      ${siteEditor.historyHeading} Ben, Mar 1, 12:00 PM UTC
      ${shown} ${siteEditor.undo}`),
  );
});

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
