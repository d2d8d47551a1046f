import { expect, test } from "vitest";
import { NO_ANALYTICS } from "../../contract/http/build-manifest.ts";
import type { PageState } from "../../contract/http/page.ts";
import { CALL_PATH } from "../../contract/http/routes.ts";
import { loadContent } from "../../server/content/content.ts";
import { pageStateOf } from "../../server/inbox/site/sample-pages.ts";
import { pageContents } from "../../site/page-content.ts";
import { content, problemsOf, sample } from "../../tests/content.ts";
import { rendererOf } from "../../tests/renderer.ts";

const SETTINGS = {
  siteUrl: "https://agency.example",
  brandName: "Moon & *Co*",
  contactEmail: "a_b@m.example",
};
const TEXT =
  "# Our *Imprint*\n\n> SAMPLE\n\nWho **{brand}** is:\n{email}\n\n## More of {BRAND} in Łódź\n[Call](tel:1) or [read on](#main), as in `{id}`.\n";

type MarkdownTexts = Record<string, string>;

function folderWith(pages: MarkdownTexts): typeof sample {
  const files = Object.entries(pages).map(([name, text]) => [
    `pages/${name}.md`,
    text,
  ]);
  return {
    ...sample,
    texts: { ...sample.texts, ...Object.fromEntries(files) },
  };
}

const load = (pages: MarkdownTexts) => loadContent(SETTINGS, folderWith(pages));

function render(
  texts: MarkdownTexts,
  path: string,
  analytics = NO_ANALYTICS,
  page: Partial<PageState> = {},
) {
  const renderer = rendererOf(load(texts), analytics);
  return renderer.renderPage({
    path,
    status: 200,
    form: { kind: "empty" },
    ...page,
  });
}

const clock = { now: () => 0, timeZone: "UTC" };
const shownCall = { path: CALL_PATH, name: "", sample: "booked" } as const;
const callState = pageStateOf(shownCall, content, clock);
const callPage = (changes: object, analytics = NO_ANALYTICS) =>
  render({}, CALL_PATH, analytics, {
    schedule: Object.assign({ token: "x" }, callState.schedule, changes),
  });

test("a Markdown page has the analytics snippet unchanged; error and call pages have none", async () => {
  const pasted = {
    ...NO_ANALYTICS,
    html: '<script defer src="https://count.example/a?b&c"></script>',
  };
  const html = await render({ imprint: TEXT }, "/imprint", pasted);
  expect(html).toContain(`${pasted.html}</div></template>`);
  const error = await render({ imprint: TEXT }, "/error", pasted, {
    status: 404,
  });
  expect(error).not.toContain("count.example");
  expect(error).toContain(content.errorPage.lead[404]);
  // A vendor must not learn the address of a call's
  // page, which lets anybody cancel the call.
  expect(await callPage({}, pasted)).not.toContain("count.example");
});

test("a Markdown file is a page; its heading is the title, its first paragraph the description", async () => {
  const html = await render({ imprint: TEXT }, "/imprint");
  expect(html).toContain("<title>Our Imprint | Moon &amp; *Co*</title>");
  expect(html).toContain(
    '<meta name="description" content="Who Moon &amp; *Co* is: a_b@m.example"/>',
  );
  expect(html).toContain('<h1 id="our-imprint">Our <em>Imprint</em></h1>');
  expect(html).toContain('<a href="mailto:a_b@m.example">');
  expect(html).toContain("MOON &amp; *CO*");
  expect(html, "the font of rare letters").toContain("unicode-range:U+100-130");
  expect(html.match(/<script\b/g)).toEqual(["<script"]);
  expect(html).toContain('<script data-entry="/e.js" ');
});

test("a Markdown file cannot add HTML to its page, and /constructor is no page", async () => {
  const text = `${TEXT}\n<script>alert(1)</script>\n\nA <b onclick="x">word</b>\n\n<!--\na note\n-->`;
  const html = await render({ imprint: text }, "/imprint");
  expect(html).not.toMatch(/<script>|<b onclick|a note/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  const other = await render({ imprint: TEXT }, "/constructor");
  expect(other).toContain('id="error"');
});

const REFUSED: MarkdownTexts[] = [
  { imprint: "Words" },
  { imprint: "# Imprint" },
  { index: TEXT },
  { "Our Terms": TEXT },
  { imprint: `${TEXT}\n[x](javascript:alert(1))` },
  { imprint: `${TEXT}\n![x](/van.jpg)` },
  { imprint: `${TEXT}\n[x](/a b)` },
  { imprint: `${TEXT}\n{firm}` },
];

test("a Markdown file that cannot be a page is refused with a sentence", async () => {
  const said = REFUSED.map((texts) =>
    [JSON.stringify(texts), ...problemsOf(folderWith(texts), SETTINGS)].join(
      "\n  ",
    ),
  );
  await expect(said.join("\n")).toMatchFileSnapshot("markdown.said.txt");
});

test("a legal page that does not exist has no link", () => {
  expect(load({ terms: TEXT }).legalLinks.map(({ href }) => href)).toEqual([
    "#",
    "/terms",
    "#",
  ]);
  const { privacy } = pageContents(load({ privacy: TEXT })).bookCall;
  expect(privacy).toMatchObject({ href: "/privacy" });
});
