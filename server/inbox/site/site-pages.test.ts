import { writeFileSync } from "node:fs";
import { expect } from "vitest";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { pressed, readPage } from "../../../tests/support/html-page.ts";
import { listOf } from "../../../tests/support/said.tsx";
import { testFrom } from "../../../tests/support/server.ts";
import { siteOwner } from "../../../tests/wire/site-owner.ts";
import { fieldsAddress, pageFormAddress, textAddress } from "./addresses.ts";

const { siteEditor } = content;
const { page: words, save } = siteEditor;
/** It has a testimonial. */
const { headline = "", name: trade } =
  content.trades["professional-services"] ?? {};

const IMPRINT = { text: "# **Imprint**\n\nWho we are.", address: "imprint" };

const test = testFrom(siteOwner);

test("a trade is a copy of another, with its words and without its drawing", async ({
  pages,
  read,
  has,
}) => {
  const form = await pages(`${siteEditor.copy}: ${trade}`);
  const nameless = await form.press(save);
  expect(nameless.text).toContain(words.nameless);
  const made = await nameless.press(save, { name: "Tree: care" });
  expect(has("trades/tree-care.yaml")).toBe(false);
  const copied = await made.follow(headline);
  const changed = await copied.press(save, { text: "Its own." });
  const published = await changed.press(siteEditor.publish);
  expect(published.path).toContain("page=%2Ftree-care");
  const file = read("trades/tree-care.yaml");
  expect(file).toContain('name: "Tree: care"');
  expect(file).not.toMatch(/drawing:|testimonial:/);
  expect(file).toContain("headline: Its own.");
  expect((await pages(`${words.open}: Tree: care`)).fields["address"]).toBe(
    undefined,
  );
});

test("what names a trade follows its new name", async ({
  open,
  publish,
  read,
}) => {
  const form = await open(fieldsAddress(["trades", "hvac"], "/"));
  await form.press(save, { "field/trades/hvac/name": "Heating" });
  await publish();
  expect(read("home.yaml").match(/(?:trade:|-) Heating$/gm)).toHaveLength(3);
});

test("a legal page begins from its sample, names what the form asks, and its link leads there", async ({
  pages,
  publish,
  read,
}) => {
  const form = await pages("Privacy Policy");
  expect(form.fields["address"]).toBe("privacy");
  const preview = await form.press(words.preview);
  expect(preview.text).toContain("Full name, Email, Business name");
  const made = await preview.press(save, {
    text: `${form.fields["text"]}\n\n<script>alert(1)</script>`,
  });
  expect(made.text).toContain("Nightshift learns about you");
  await publish();
  expect(read("pages/privacy.md")).toContain("# Privacy Policy\n");
  expect(read("site.yaml").match(/page: privacy/g)).toHaveLength(1);
});

test("the same line of two trades is two edits", async () => {
  const { follow, open } = await siteOwner();
  for (const [path, own] of Object.entries(content.trades)) {
    const tapped = await follow(`${INBOX.site}?page=/${path}`, own.headline);
    await tapped.press(save, { text: `Ours: ${path}` });
  }
  const { text } = await open(INBOX.siteChanges);
  expect(text.match(/After Ours: /g)).toHaveLength(
    Object.keys(content.trades).length,
  );
});

test("a page from nothing gets a link, and another address until it is published", async ({
  pages,
  open,
  publish,
  read,
  has,
  expectNoDraft,
}) => {
  const form = await pages(words.heading);
  await form.press(save, { ...IMPRINT, address: " impressum " });
  const again = await pages(`${words.open}: Imprint | Nightshift`);
  const moved = await again.press(save, { address: IMPRINT.address });
  expect(moved.text).toContain("Who we are.");
  const early = await moved.follow(words.open);
  await publish();
  await early.press(save, { address: "us" });
  await expectNoDraft();
  expect(has("pages/impressum.md")).toBe(false);
  expect(read("pages/imprint.md")).toBe(`${IMPRINT.text}\n`);
  expect(read("site.yaml")).toContain(
    'label: Imprint\n    href: "#"\n    page: imprint',
  );
  const bar = await open(`${INBOX.site}?page=/imprint`);
  const edit = await bar.follow(words.open);
  await edit.press(save, { text: "# Us\n\nWe\u200b moved." });
  expect(await edit.press(save)).toMatchObject({ status: 409 });
  await publish();
  expect(read("pages/imprint.md")).toContain("We moved.");
  await (await bar.follow(words.open)).press(words.remove);
  await publish();
  expect(read("site.yaml")).not.toContain("page: imprint");
});

test("a page that the footer has no room for is made without a link", async ({
  pages,
  pathOf,
  publish,
  read,
  has,
}) => {
  const link = "\n  - { label: X, href: https://x.example }";
  const full = read("site.yaml").replace(
    /^(legalLinks:)(?:\n .*)+/m,
    `$1${link.repeat(8)}`,
  );
  writeFileSync(pathOf("site.yaml"), full);
  await (await pages(words.heading)).press(save, { text: IMPRINT.text });
  await publish();
  expect(has("pages/imprint.md")).toBe(true);
  expect(read("site.yaml")).toBe(full);
});

test("a page is taken away after its links are named, and comes back by Undo", async ({
  pages,
  open,
  publish,
  read,
  has,
}) => {
  const form = await pages(`${words.open}: HVAC`);
  const late = await open(fieldsAddress(["trades", "hvac"], "/"));
  expect(form.text).toContain("Testimonials › Marcus Bell › Trade");
  await form.press(words.remove);
  const before = read("trades/hvac.yaml");
  await publish();
  expect(has("trades/hvac.yaml")).toBe(false);
  expect((await late.press(save)).text).toContain("FOR HVAC COMPANIES");
  const history = await open(INBOX.siteChanges);
  await history.press(`${siteEditor.undo}: Trades › Hvac`);
  await publish();
  expect(read("trades/hvac.yaml")).toBe(before);
});

test("a new page that is taken back takes its changes along", async ({
  open,
  eveAs,
  expectNoDraft,
}) => {
  const eve = await eveAs("editor");
  const texts = await eve.open(INBOX.siteTexts);
  const form = await texts.follow(`${siteEditor.copy}: ${trade}`);
  const gone = await form.press(save, { name: "Trees" });
  await (await gone.follow(words.open)).press(words.remove);
  await expectNoDraft();
  const made = await form.press(save, { name: "Trees" });
  await (await made.follow(headline)).press(save, { text: "Its own." });
  const changes = await open(INBOX.siteChanges);
  expect(changes.text).toContain(
    `Trades › Trees ${siteEditor.actions.insert} Eve,`,
  );
  await changes.press(`${siteEditor.takeBack}: Trades › Trees`);
  await expectNoDraft();
});

const NO_PAGES: [address: string, sentence: string, text?: string][] = [
  ["schedule", "since this address is taken"],
  ["hvac", words.taken],
  ["/HVAC", words.taken],
  ["imprint", "Pages › Imprint: links to us", "# Imprint\n\n[Us](us)"],
  ["lost", "has a \uFFFD where a letter was lost", "# Caf\uFFFD\n\nOpen."],
  ["", "must begin with a line like", "Who we are."],
  ["emptied", "must begin with a line like", ""],
];

test("a wrong address or text is refused in the check's sentence, and what was typed stays", async ({
  pages,
  expectNoDraft,
}) => {
  const form = await pages(words.heading);
  for (const [address, sentence, text = IMPRINT.text] of NO_PAGES) {
    const fields = { text, address };
    const refused = await form.press(save, fields);
    expect(refused, address).toMatchObject({ status: 400, fields });
    expect(refused.text).toContain(sentence);
  }
  await expectNoDraft();
});

const NO_FILES = [
  "home.yaml",
  "trades/none.yaml",
  "pages/_privacy.md",
  "../x.md",
  "analytics.html",
];

test("nobody opens, changes or removes a file that is no page", async ({
  get,
  post,
  expectNoDraft,
}) => {
  for (const file of NO_FILES) {
    const query = new URLSearchParams({ file });
    expect((await get(`${INBOX.sitePage}?${query}`)).status, file).toBe(404);
    for (const action of ["set", "remove"]) {
      const typed = { file, do: action, text: "x" };
      const { status } = await post(INBOX.sitePage, typed);
      expect([400, 404], file).toContain(status);
    }
  }
  await expectNoDraft();
});

const NOT_THERE = [
  "/__proto__/x",
  "/constructor",
  "/hero/__proto__",
  "/trades/..%2Fsite/name",
  "/trades/none/name",
  "/hero",
  "/faq/items/99/question",
  "/pictures/trades.svg",
  "/demo",
  "",
];

test("nobody changes what is no text, no field or no part of the site", async ({
  post,
  expectNoDraft,
}) => {
  const said: string[] = [];
  for (const path of [INBOX.site, INBOX.siteFields, INBOX.siteParts])
    for (const at of NOT_THERE) {
      const typed = { at, text: "x", do: "set", was: "" };
      const { status, headers, body } = await post(path, typed);
      const { title } = readPage(body);
      said.push([path, at, status, headers["location"] ?? title].join(" "));
    }
  await expect(said.join("\n")).toMatchFileSnapshot("no-text.said.txt");
  await expectNoDraft();
});

test("each page of the editor has the texts, the fields and the buttons that an owner needs", async ({
  get,
  open,
  pathOf,
  post,
  read,
}) => {
  const bare = read("site.yaml")
    .replaceAll(/^ *#.*\n/gm, "")
    .replace("page: cookies", "page: refunds");
  writeFileSync(pathOf("site.yaml"), bare);
  const text = textAddress({
    page: "/book-call",
    at: ["bookCall", "next", "0"],
    turn: 0,
  });
  await (await open(text)).press(save, { text: "Hi." });
  const hours = await open(fieldsAddress(["workingHours"], "/"));
  await hours.press(save, {
    "field/workingHours/weekly/0/days/saturday": "true",
    "field/workingHours/weekly/0/to": "00:00",
    "field/workingHours/closedDates/0": "2027-12-24",
    "field/workingHours/place/orVideo": "",
  });
  const form = await open(pageFormAddress({ from: "" }));
  await form.press(save, {
    text: `# Imprint\n\nSAMPLE: 24/7, [us](/hvac#faq)${" and us".repeat(99)}`,
  });
  const shown: Record<string, string> = {};
  for (const path of [
    text,
    `${INBOX.site}?page=/book-call&turn=0&done=/bookCall`,
    `${INBOX.site}?page=/error`,
    `${INBOX.site}?page=/&turn=1&done=/header/pickTime`,
    INBOX.launch,
    `${INBOX.launch}?first`,
    INBOX.siteTexts,
    INBOX.siteChanges,
    INBOX.sitePictures,
    ...[
      "colors",
      "workingHours",
      "services",
      "testimonials",
      "contact/terms",
      "footer/company",
      "demo",
      "demo/recording",
    ].map((part) => fieldsAddress(part.split("/"), "/")),
    pageFormAddress({ from: "trades/hvac.yaml" }),
    pageFormAddress({ file: "trades/hvac.yaml" }),
    pageFormAddress({ file: "pages/imprint.md" }),
  ]) {
    const { body } = await get(path);
    expect(body, "drawings are shown").not.toMatch(
      /<use data-href|<details><div/,
    );
    // The values are the content's, which
    // may change. An edit is of this minute.
    shown[path] = body
      .replaceAll("</aside>", "</main>")
      .replaceAll(/ value="[^"]*"|, [^<]* E[SD]T/g, "")
      // Of the drawing of colors, the places and colors are of interest, too.
      .replaceAll(/<(text|rect) ([^>]* fill=[^>]*)>/g, "<$1>$2 ");
  }
  const at = ["errorPage", "heading"];
  const heading = await open(textAddress({ page: "/error", at }));
  const { fields } = pressed(heading, save, [["text", "{x}"]]);
  shown["refused"] = (await post(INBOX.site, fields)).body;
  await expect(listOf(shown)).toMatchFileSnapshot("site-pages.said.txt");
});
