import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { expect } from "vitest";
import { INBOX } from "../../../contract/http/routes.ts";
import { VISITOR_MAILS } from "../../../contract/mail/delivery.ts";
import { content, sample as folder } from "../../../tests/content.ts";
import { pressed } from "../../../tests/support/html-page.ts";
import { linesThatDiffer } from "../../../tests/support/nasty-texts.ts";
import { testFrom } from "../../../tests/support/server.ts";
import { EVE, siteOwner } from "../../../tests/wire/site-owner.ts";
import { fieldsAddress } from "./addresses.ts";

const { siteEditor, inbox, hero } = content;
const { save } = siteEditor;
const NOTE = hero.note;
const { "home.yaml": sample = "", "schedule.yaml": schedule = "" } =
  folder.texts;

async function owner(env = {}) {
  const browser = await siteOwner(env);
  const { follow, pathOf } = browser;

  /** Opens the place of a text on a page. */
  const tap = (text: string) => follow(INBOX.site, text);
  const shown = async () => (await browser.open(INBOX.site)).text;
  const change = async (text: string, typed: string) =>
    (await tap(text)).press(save, { text: typed });
  return {
    ...browser,
    tap,
    shown,
    change,
    read: () => browser.read("home.yaml"),
    write: (text: string) => writeFileSync(pathOf("home.yaml"), text),
  };
}
const test = testFrom(owner);

test("a tapped text is changed, seen as a draft, and published into one line of a file", async ({
  change,
  open,
  pathOf,
  post,
  read,
  shown,
}) => {
  const { ino } = statSync(pathOf("home.yaml"));
  await change(NOTE, "Free # call:\u2028\v\r\n{minutes}\u200b minutes.");
  const draft = await shown();
  expect(draft).toContain("Free # call: 15-20 minutes.");
  expect(read()).toBe(sample);
  const page = `${INBOX.site}?page=%2Fbook-call`;
  const { fields } = pressed(await open(page), siteEditor.publish);
  const { headers } = await post(INBOX.publish, fields);
  expect(headers["location"]).toBe(`${page}#site-bar`);
  expect(read()).toContain('note: "Free # call: {minutes} minutes."');
  expect(linesThatDiffer(sample, read())).toBe(1);
  expect(statSync(pathOf("home.yaml")).ino).not.toBe(ino);
});

test("each mail to a visitor is shown as it looks, and a tap changes its text", async ({
  get,
  open,
  follow,
}) => {
  for (const { name } of VISITOR_MAILS) {
    const { text } = await open(`${INBOX.site}?page=/mail/${name}`);
    expect(text).toMatch(/(?:Hi|Hello) Sam,/);
    expect(text).not.toMatch(/[{}\uFDD0\uFDD1]/);
  }
  const { next } = content.mail.confirmation;
  const tapped = await follow(`${INBOX.site}?page=/mail/confirmation`, next);
  await tapped.press(save, { text: "And now:" });
  const step = `${INBOX.site}?page=/mail/confirmation&at=/mail/confirmation/steps/1&turn=0`;
  await (await open(step)).press(siteEditor.copy);
  const mail = await get(`${INBOX.site}?page=/mail/confirmation`);
  expect(mail.body).toContain("And now:");
  expect(mail.body).toContain("steps%2F3");
  const policy = String(mail.headers["content-security-policy"]);
  expect(policy.split("sha256-").length).toBeGreaterThan(9);
});

test("a page of the editor runs no script, and sends no form of the site", async ({
  get,
}) => {
  const { headers, body } = await get(`${INBOX.site}?page=/book-call`);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/default-src 'none'.* img-src 'self' data:/);
  expect(policy).not.toContain("script-src");
  expect(body).not.toMatch(/<script|<form|\uFDD0|\uFDD1/);
  expect(body).toMatch(/<html data-whole="".* interactive-widget=/);
});

test("a mistake stands beside the field, and what was typed stays", async ({
  tap,
  open,
  write,
  expectNoDraft,
}) => {
  const field = await tap(NOTE);
  const text = "{nobody}, {minutes} {minutes}.";
  const refused = await field.press(save, { text });
  expect(refused.text).toContain(text);
  expect(refused.text.split("{minutes} stands for 15-20.")).toHaveLength(2);
  const long = await field.press(save, { text: "a".repeat(6e4) });
  expect(long.text).toContain("would have more than 64 KB");
  await expectNoDraft();
  write(sample.replace(/note: Free.*/, "note: In {nobody}."));
  const broken = await open(INBOX.site);
  expect(broken.path).toBe(INBOX.siteChanges);
  expect(broken.text).toContain(
    "First screen › Note: must hold no words in braces",
  );
  expect((await field.press(save, { text: "Late." })).text).toContain("Late.");
});

test("two people: other texts are both stored; the same text, and an item that moved, are a question", async ({
  change,
  eveAs,
  open,
  shown,
  tap,
}) => {
  const eve = await eveAs("editor");
  const town = ["testimonials", "items", "0", "town"];
  const late = await open(fieldsAddress(town, "/"));
  const [quote, next] = content.testimonials.items;
  await (await tap(quote?.name ?? "")).press(siteEditor.down);
  const fields = { "field/testimonials/items/0/town": "Elm" };
  const refused = await late.press(save, fields);
  expect(refused).toMatchObject({ status: 409, fields });
  expect(refused.text).toContain(`${siteEditor.changed}: ${next?.town}`);
  const hers = await (await eve.open(INBOX.site)).follow(NOTE);
  await change(hero.eyebrow, "AWAKE");
  await change(NOTE, "Mine.");
  await hers.press(save, { text: "Hers." });
  expect(await shown()).toMatch(/AWAKE.*Mine\./s);
});

test("words that the files got beneath a draft stay, and the edit waits for another one", async ({
  change,
  open,
  publish,
  read,
  write,
}) => {
  const long = "Draft. ".repeat(99).trim();
  await change(NOTE, long);
  await change(hero.eyebrow, "AWAKE");
  write(sample.replace(/^ {2}note: Free.*$/m, "  note: From git."));
  await publish();
  expect(read()).toContain("AWAKE");
  expect((await open(INBOX.siteChanges)).text).toContain(long);
  await change("From git.", "Later.");
  await publish();
  expect(read()).toContain("Later.");
});

test("an item of a list goes up, is copied and removed by its words", async ({
  change,
  tap,
  shown,
}) => {
  const questions = content.faq?.items.map((one) => one.question) ?? [];
  const [first = "", second = ""] = questions;
  await change(first, "Before?");
  expect((await tap("Before?")).labels).not.toContain(siteEditor.up);
  const end = await tap(questions.at(-1) ?? "");
  expect(end.labels).not.toContain(siteEditor.down);
  const later = await tap(second);
  const moved = await later.press(siteEditor.up, { text: "After?" });
  expect(moved.path).toContain("done=%2Ffaq%2Fitems%2F0%2Fquestion");
  await change("After?", "Later?");
  expect(await shown()).toMatch(/Later\?.*Before\?/s);
  await (await tap("Later?")).press(siteEditor.copy);
  expect((await shown()).split("Later?")).toHaveLength(3);
  for (let copies = 0; copies < 2; copies++)
    await (await tap("Later?")).press(siteEditor.remove);
  expect(await shown()).not.toContain("Later?");
  const [feature] = content.features.items;
  await (await tap(feature?.benefits[0] ?? "")).press(siteEditor.remove);
  expect(await shown()).toContain(feature?.title);
});

test("a part is left out with its links, and put back with its words, else as a sample, into its own file, though trades have one of the same name", async ({
  tap,
  change,
  open,
  publish,
  read,
  shown,
  write,
}) => {
  write(sample.replace(/^faq:\n(?: .*\n|\n)+/m, ""));
  const heading = "What owners say";
  await change(content.testimonials?.heading ?? "", heading);
  const leaveOut = siteEditor.leaveOut.replace("{part}", "Testimonials");
  await (await tap(heading)).press(leaveOut);
  const without = await shown();
  expect(without).not.toContain(heading);
  expect(without).not.toContain("TESTIMONIALS");
  expect((await open(INBOX.siteChanges)).text).toContain(heading);
  const texts = await open(INBOX.siteTexts);
  await texts.press(`${siteEditor.putBack}: Testimonials`);
  await (await tap(heading)).press(leaveOut);
  await publish();
  for (const part of ["Testimonials", "Questions and answers"])
    await texts.press(`${siteEditor.putBack}: ${part}`);
  await publish();
  const [, faq] = read().split("\nfaq:");
  expect(faq?.match(/sample: true/g)).toHaveLength(content.faq.items.length);
  expect(read()).toContain(heading);
});

test("a sentence or a list that a folder of another release lacks is changed as any other", async ({
  follow,
  open,
  pathOf,
  read,
  publish,
  write,
}) => {
  write(sample.replace(/^ {2}company: .*\n/m, ""));
  const company = await open(fieldsAddress(["footer", "company"], "/"));
  await company.press(save, { "field/footer/company/1": "14 Alder Street" });
  await publish();
  expect(read()).toContain("company:\n    - 14 Alder Street\n");
  const { heading, facts } = content.schedulePage;
  const older = schedule
    .replace(`  heading: ${heading}\n`, "  newer: 1\n")
    .replace(/ {2}facts:\n(?: {4}- .*\n)+/, "");
  writeFileSync(pathOf("schedule.yaml"), older);
  for (const said of [heading, facts[1] ?? ""]) {
    const field = await follow(`${INBOX.site}?page=/schedule`, said);
    const { path } = await field.press(save, { text: "Now." });
    expect(path).toContain("done=");
  }
});

test("a part of parts is left out in its form, and begun again there", async ({
  open,
  publish,
  read,
}) => {
  const form = () => open(fieldsAddress(["missed", "case"], "/"));
  await (await form()).press(save, { "remove/missed/case": "true" });
  await publish();
  expect(read()).toContain("  case: null\n");
  await (
    await form()
  ).press(save, {
    "field/missed/case/name": "Bell",
    "field/missed/case/business": "HVAC",
    "field/missed/case/heading": "Leads",
    "field/missed/case/source": "Log",
    "field/missed/case/before/label": "May",
    "field/missed/case/before/count": "1",
    "field/missed/case/after/label": "June",
    "field/missed/case/after/count": "2",
  });
  await publish();
  expect(read()).toContain("      label: June\n      count: 2\n");
});

test("all fields of an item are one form, which names a wrong number, and changes no other", async ({
  tap,
  write,
  publish,
  read,
  expectNoDraft,
}) => {
  const folded = sample
    .replace(/^( +)content: (.*)/m, "$1content: >\n$1  $2")
    .replaceAll("\n", "\r\n");
  write(folded);
  const [first] = content.testimonials?.items ?? [];
  const field = await tap(first?.name ?? "");
  const form = await field.follow(siteEditor.allFields);
  await form.press(save, {
    "field/testimonials/items/0/rating": "4.5",
  });
  await expectNoDraft();
  await form.press(save, {
    "field/testimonials/items/0/rating": "4",
    "field/testimonials/items/0/town": "Elm: Grove",
  });
  await publish();
  expect(linesThatDiffer(folded, read())).toBe(2);
});

test("the history undoes one field, unless it changed since", async (made) => {
  const { change, open, read, server } = made;
  await change(NOTE, "First.");
  await change(hero.eyebrow, "true");
  const draft = await open(INBOX.siteChanges);
  expect(draft.text).toContain("After true");
  await draft.press(siteEditor.publish);
  const late = await draft.press(`${siteEditor.takeBack}: First screen › Note`);
  expect(late.said).toBe(inbox.deeds["published-since"]);
  const history = await open(INBOX.siteChanges);
  const undo = `${siteEditor.undo}: First screen › Note`;
  const undone = await (await history.press(undo)).press(undo);
  expect(undone.said).toBe(inbox.deeds.undone);
  server.clock.now += 1;
  await undone.press(siteEditor.publish);
  const { text } = await open(INBOX.siteChanges);
  expect(text).toMatch(/ First\. After Free .* After First\./);
  expect(linesThatDiffer(sample, read())).toBe(1);
  await change(NOTE, "Second.");
  const { said } = await history.press(undo);
  expect(said).toBe(inbox.deeds["changed-since"]);
});

test("an edit of the draft is taken back, or all of them, or by the words that were there", async ({
  change,
  open,
  shown,
  expectNoDraft,
}) => {
  await change(NOTE, "First.");
  await change(hero.eyebrow, "AWAKE");
  const changes = await open(INBOX.siteChanges);
  await changes.press(`${siteEditor.takeBack}: First screen › Note`);
  const text = await shown();
  expect(text).not.toContain("First.");
  expect(text).toContain("AWAKE");
  await change(NOTE, "Second.");
  await (await open(INBOX.siteChanges)).press(siteEditor.discardYes);
  expect(await shown()).not.toMatch(/Second\.|AWAKE/);
  await change(hero.eyebrow, "AWAKE");
  await change("AWAKE", hero.eyebrow);
  await expectNoDraft();
  const same = await change(hero.eyebrow, hero.eyebrow);
  expect(same.text).not.toContain(inbox.deeds.saved);
});

test("a member drafts and publishes if an owner says so", async ({
  eveAs,
  change,
  open,
}) => {
  await change(NOTE, "First.");
  const eve = await eveAs("member");
  const { links } = await eve.open(INBOX.path);
  expect(links).not.toHaveProperty(siteEditor.heading);
  const { role } = inbox.team.choices;
  for (const [chosen, mayDraft, mayPublish, to] of [
    ["member", 403, 403],
    ["editor", 200, 403],
    ["publisher", 200, 303, INBOX.siteChanges],
  ] as const) {
    await (await open(INBOX.page("team"))).press(`${role[chosen]} ${EVE}`);
    expect((await eve.get(INBOX.site)).status).toBe(mayDraft);
    const { status, headers } = await eve.post(INBOX.publish);
    expect([status, headers["location"]]).toEqual([mayPublish, to]);
  }
  await (await eve.open(INBOX.site)).press(siteEditor.publish);
  const { text } = await open(INBOX.siteChanges);
  expect(text).toContain(`${siteEditor.historyHeading} Eve, `);
});

test("what the environment sets, and the site's address, are locked", async () => {
  const { tap, post, get, expectNoDraft } = await owner({
    site: { brandName: "Acme" },
  });
  const { text } = await tap("Acme");
  expect(text).toMatch(/^(?!.*Nightshift).*BRAND_NAME: Acme/s);
  for (const at of ["/site/brandName", "/site/siteUrl"]) {
    const { body } = await get(`${INBOX.siteFields}?at=${at}`);
    expect(body).toMatch(/disabled.* value="(Acme|http).*set on the server/s);
    const [, was = ""] = /name="was" value="([^"]*)"/.exec(body) ?? [];
    await post(INBOX.siteFields, {
      at,
      was,
      [`field${at}`]: "https://x.example",
    });
  }
  await expectNoDraft();
});

test("markup in a text stays text", async ({ change, get }) => {
  await change(NOTE, '</textarea><script>alert("1")</script>{brand}');
  const { body } = await get(`${INBOX.site}?page=/&at=/hero/note&turn=0`);
  expect(body).not.toContain("<script>");
});

test("who publishes reads what came of it", async () => {
  const list: string[] = [];
  /** @param before happens after somebody opened the page with the button */
  async function press(
    state: string,
    before?: (made: Awaited<ReturnType<typeof owner>>) => unknown,
    env = {},
  ) {
    const made = await owner(env);
    await made.change(NOTE, "Mine.");
    const seen = await made.open(INBOX.site);
    await before?.(made);
    const answer = await seen.press(siteEditor.publish);
    const { text } = await made.open(INBOX.siteChanges);
    const { "home.yaml": saved } = answer.links;
    const file = saved ? (await made.get(saved)).body : made.read();
    list.push(
      `\n${state}`,
      answer.path,
      answer.text.replace(/^Skip.* tab /, ""),
      text,
      ...file.split("\n").filter((line) => !sample.includes(line)),
    );
  }
  await press("one change");
  await press("a change that nobody has seen", ({ change }) =>
    change(hero.eyebrow, "UNSEEN"),
  );
  await press("another change of the text", ({ change }) =>
    change("Mine.", "Other."),
  );
  await press("a change that somebody took back", async ({ open }) => {
    const changes = await open(INBOX.siteChanges);
    await changes.press(`${siteEditor.takeBack}: First screen › Note`);
  });
  await press("other words in the file", ({ write }) =>
    write(sample.replace(/^ {2}note: Free.*$/m, "  note: From git.")),
  );
  await press("a mistake in a file", ({ pathOf }) =>
    writeFileSync(pathOf("schedule.yaml"), "x: 1"),
  );
  // Also root cannot write a file where a folder is.
  await press("a file that cannot be written", ({ pathOf }) =>
    mkdirSync(pathOf(".home.yaml.part")),
  );
  await press("several machines", undefined, {
    databaseUrl: "postgresql://db.example/leads",
  });
  await expect(
    list
      .join("\n")
      .replaceAll(hostname(), "MACHINE")
      .replaceAll(/, \w+ \d+, [^,]+ E[SD]T/g, ""),
  ).toMatchFileSnapshot("published.said.txt");
});
