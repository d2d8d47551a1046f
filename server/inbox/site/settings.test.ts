import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  fieldAt,
  wordAt,
  type FieldPath,
} from "../../../contract/content/fields.ts";
import { CALL_PATH, INBOX } from "../../../contract/http/routes.ts";
import { content, sample } from "../../../tests/content.ts";
import { pressed } from "../../../tests/support/html-page.ts";
import { linesThatDiffer } from "../../../tests/support/nasty-texts.ts";
import { siteOwner } from "../../../tests/wire/site-owner.ts";
import { launchObstacles } from "../../content/unready.ts";

const { siteEditor } = content;
const { save } = siteEditor;

/** An owner at a form of the settings. */
async function ownerAt(setting: keyof typeof siteEditor.settings) {
  const browser = await siteOwner();
  const { pages, publish, read } = browser;
  const openForm = () => pages(siteEditor.settings[setting]);
  return {
    ...browser,
    openForm,
    form: await openForm(),
    /** Publishes, and reads a file. */
    published: async (file: string) => {
      await publish();
      return read(file);
    },
  };
}

test("a color that cannot be read is refused beside its field, with the nearest that can", async () => {
  const { form, openForm } = await ownerAt("colors");
  const fields = { "field/colors/signal": "#203040" };
  const refused = await form.press(save, fields);
  expect(refused).toMatchObject({ status: 400, fields });
  for (const { text } of [refused, await refused.press(siteEditor.preview)]) {
    expect(text).toContain("the nearest color that would do");
    expect(text).toContain("Contrast of text on buttons: 1.4:1");
  }
  const mended = await refused.press(siteEditor.readable);
  await mended.press(save);
  const after = (await openForm()).fields["field/colors/signal"];
  expect(["#ff7a1a", "#203040"]).not.toContain(after);
});

test("a color is tried without being saved, and then changed in one line of the file", async () => {
  const { openForm, pathOf, published } = await ownerAt("colors");
  const small = String(sample.texts["site.yaml"]);
  const before = small.replace("#f3efe6", "#F3EFE6");
  writeFileSync(pathOf("site.yaml"), before);
  // A browser's control of colors has small letters.
  const fields = {
    "field/colors/night": "#000000",
    "field/colors/paper": "#f3efe6",
  };
  const form = await openForm();
  const tried = await form.press(siteEditor.preview, fields);
  expect(tried.fields).toMatchObject(fields);
  expect((await openForm()).fields["field/colors/night"]).toBe("#0f1418");
  await tried.press(save);
  const file = await published("site.yaml");
  expect(linesThatDiffer(before, file)).toBe(1);
  expect(file).toContain('night: "#000000"');
});

test("from a text that says the price, it is changed wherever it stands", async () => {
  const { follow, published } = await ownerAt("contact");
  const text = await follow(INBOX.site, content.hero.note);
  const offer = await text.follow(siteEditor.offer);
  await offer.press(save, { "field/offer/price": "From $290" });
  expect(await published("home.yaml")).toContain("price: From $290\n");
});

test("of two colors that need each other, one alone is not published", async () => {
  const { form, open } = await ownerAt("colors");
  await form.press(save, {
    "field/colors/fault": "#ffd0d0",
    "field/colors/fault-ink": "#000000",
  });
  const changes = await open(INBOX.siteChanges);
  const { text } = await changes.press(
    `${siteEditor.takeBack}: Colors › Fault ink`,
  );
  const { unfit, draftHeading } = siteEditor;
  expect(text).toContain(`${unfit} ${draftHeading} Colors › Fault`);
});

test("hours, days, a closed day and the place are set without a format", async () => {
  const { form, openForm, published } = await ownerAt("hours");
  await form.press(save, {
    "field/workingHours/weekly/0/from": "10:30",
    "field/workingHours/weekly/1/days/saturday": "true",
    "field/workingHours/weekly/1/from": "09:00",
    "field/workingHours/weekly/1/to": "00:00",
    "field/workingHours/closedDates/0": "2027-12-24",
    "field/workingHours/closedDates/1": " ",
    "field/workingHours/callMinutes/to": "30",
    "field/workingHours/reminderHours/1": "true",
    "field/workingHours/place/kind": "link",
    "field/workingHours/place/url": "https://meet.example/{id}",
  });
  const file = await published("schedule.yaml");
  expect(file).toContain("thursday, friday ]\n      from: 10:30");
  expect(file).toContain("- saturday\n      from: 09:00\n      to: 24:00");
  expect(file).toContain("2027-12-24");
  expect(file).toContain("kind: link\n    url: https://meet.example/{id}");
  expect(file).not.toContain("orVideo: true");
  const { fields } = await openForm();
  expect(fields["field/workingHours/weekly/1/to"]).toBe("00:00");
});

test("a line of hours is taken out, and a wrong line is named beside itself", async () => {
  const { form, openForm } = await ownerAt("hours");
  const wrong = await form.press(save, {
    "field/workingHours/weekly/0/from": "18:00",
  });
  expect(wrong.text).toContain(
    "Hours of each week 1 must begin before it ends Days",
  );
  const sunday = {
    "remove/workingHours/weekly/0": "true",
    "field/workingHours/weekly/1/days/sunday": "true",
  };
  const none = await form.press(save, {
    ...sunday,
    "field/workingHours/weekly/1/from": "18:00",
    "field/workingHours/weekly/1/to": "09:00",
  });
  expect(none.text).not.toContain("ends Days");
  await form.press(save, {
    ...sunday,
    "field/workingHours/weekly/1/from": "12:00",
    "field/workingHours/weekly/1/to": "15:00",
  });
  const hours = await openForm();
  expect(hours.fields["field/workingHours/weekly/0/days/sunday"]).toBe("true");
});

test("the number that calls come from is the site's own number, which is set once", async () => {
  const { form, open } = await ownerAt("contact");
  await form.press(save, {
    "field/site/contactPhone": "(312) 555-0100",
  });
  const booked = await open(`${INBOX.site}?page=${CALL_PATH}`);
  expect(booked.text).toContain("(312) 555-0100");
});

test("services are added and removed, and comments stay", async () => {
  const { form, open, published } = await ownerAt("services");
  await form.press(save, {
    "remove/services/0": "true",
    "remove/services/2": "true",
    "field/services/5/value": "audit",
    "field/services/5/label": "Audit: one day",
  });
  const file = await published("book-call.yaml");
  expect(file).not.toContain("ai-chatbot");
  expect(file).toContain('- label: "Audit: one day"\n    value: audit');
  expect(file).toContain("# The services that the form offers");
  const history = await open(INBOX.siteChanges);
  const { said } = await history.press(`${siteEditor.undo}: Services › 1`);
  expect(said).toBe(content.inbox.deeds.undone);
});

test("a second press of a button does and says nothing else", async () => {
  const { open } = await siteOwner();
  const { down, remove, copy, leaveOut } = siteEditor;
  const part = leaveOut.replace("{part}", "Questions and answers");
  for (const button of [down, remove, copy, part]) {
    const typed = button === down ? { text: down } : {};
    const field = await open(`${INBOX.site}?at=/faq/items/0/question`);
    const { path, said } = await field.press(button, typed);
    expect(await field.press(button, typed)).toMatchObject({ path, said });
  }
  const { text } = await open(INBOX.siteChanges);
  expect(text.split(siteEditor.takeBack)).toHaveLength(6);
});

test("a removed item comes back once, also beside its equal", async () => {
  const { open, pathOf, publish, read } = await siteOwner();
  const twice = read("home.yaml").replace(/^( +- )Asks what.*\n/m, "$&$&");
  writeFileSync(pathOf("home.yaml"), twice);
  const field = await open(`${INBOX.site}?at=/features/items/0/benefits/0`);
  await field.press(siteEditor.remove);
  await publish();
  const history = await open(INBOX.siteChanges);
  const undo = `${siteEditor.undo}: Features › 1 › Benefits › 1`;
  await (await history.press(undo)).press(undo);
  expect((await open(INBOX.site)).text.split("Asks what")).toHaveLength(3);
});

test("the host is left out, and nobody takes the place by an empty form", async () => {
  const { form, openForm, published } = await ownerAt("host");
  await form.press(save, { "remove/contact/host": "true" });
  expect(await published("home.yaml")).toContain("host: null");
  const { text } = await form.press(save);
  expect(text).toContain(`${siteEditor.changed}: –`);
  const empty = await openForm();
  expect((await empty.press(save)).status, "still without a host").toBe(200);
});

/** A field, and all that are within it. */
const fieldsWithin = (at: FieldPath): FieldPath[] => {
  const { kind, names = [] } = fieldAt(at) ?? {};
  const inner = kind === "list" ? ["0"] : names;
  return [at, ...inner.flatMap((name) => fieldsWithin([...at, name]))];
};

test("each field has a name that an owner understands", async () => {
  const all = [[], ["trades", "hvac"]].flatMap(fieldsWithin).slice(1);
  const named = all.map((at) => `${wordAt(at, content)}: ${at.at(-1)}`);
  const lines = [...new Set(named)].toSorted().join("\n");
  await expect(lines).toMatchFileSnapshot("field-names.said.txt");
});

test("numbers with units and addresses without https:// are understood", async () => {
  const { form, published, read } = await ownerAt("hours");
  const page = await form.press(save, {
    "field/workingHours/callMinutes/to": "25 min",
    "field/workingHours/noticeHours": " 48 hours",
    "field/workingHours/place/kind": "link",
    "field/workingHours/place/url": "meet.example/x-y",
  });
  expect(page.status).toBe(200);
  const file = await published("schedule.yaml");
  for (const line of ["to: 25", "noticeHours: 48", "url: meet.example/x-y"])
    expect(file).toContain(line);
  expect(read("schedule.yaml")).toBe(file);
});

const NO_VALUES: [name: string, value: string][] = [
  ["field/workingHours/weekly/0/days/__proto__", "true"],
  ["field/workingHours/weekly/999/from", "09:00"],
  ["field/workingHours/weekly/0/from", "25:99"],
  ["field/workingHours/place/kind", "constructor"],
  ["field/workingHours/stepMinutes", "1e9"],
  ["field/workingHours/closedDates/0", "2027-02-30"],
];

test("nobody sets what no control has, or what it cannot be", async () => {
  const { form, post, expectNoDraft } = await ownerAt("hours");
  const { fields } = pressed(form, save);
  for (const [name, value] of NO_VALUES) {
    const kept = fields.filter(([one]) => one !== name);
    await post(form.path, [...kept, [name, value]]);
  }
  await expectNoDraft();
});

test("the launch list has the launch check's lines, each with its field; ticked claims go, if a page makes them", async () => {
  const { open, post, expectNoDraft } = await ownerAt("hours");
  await post(INBOX.launch, { "claim-100x": "true", "claim-__proto__": "true" });
  await expectNoDraft();
  const list = await open(INBOX.launch);
  const lines = launchObstacles(content);
  for (const { says, line } of lines)
    if (says !== "address") expect((await list.follow(line)).status).toBe(200);
  const claims = lines.filter(({ claim }) => claim !== undefined);
  const ticked = await list.press(
    siteEditor.confirm,
    list.tick(...claims.map(({ line }) => line)),
  );
  for (const { line } of claims) expect(ticked.text).not.toContain(line);
});

test("four questions come first: a wrong answer is named, and the answers are edits", async () => {
  const browser = await ownerAt("hours");
  const { open, post, published, read, has, pathOf } = browser;
  const linked = read("site.yaml")
    .replace('"#"\n    page: terms', "/cleaning")
    .replace('"#"\n    page: cookies', "/pet-grooming");
  writeFileSync(pathOf("site.yaml"), linked);
  const hours = read("schedule.yaml").replace(/(monday), (tuesday)/, "$2, $1");
  writeFileSync(pathOf("schedule.yaml"), hours);
  const list = await open(`${INBOX.launch}?first`);
  const fields = { "field/site/brandName": "Owl\nDesk" };
  const typed = { ...fields, "field/site/contactPhone": "123" };
  expect(await list.press(save, typed)).toMatchObject({ status: 400, fields });
  const answers = { ...list.fields };
  for (const trade of ["cleaning", "pet-grooming"])
    delete answers[`trade-${trade}`];
  const { body } = await post(INBOX.firstAnswers, { ...answers, ...typed });
  expect(body).not.toContain('"trade-pet-grooming" checked');
  expect(body).toMatch(/contactPhone-problem" class="problem">must be a phone/);
  await post(INBOX.firstAnswers, {
    ...answers,
    ...fields,
    "field/workingHours/weekly/0/from": "10:00",
  });
  const site = await published("site.yaml");
  expect(site).toContain("brandName: Owl Desk");
  expect(site).not.toContain("href: /");
  expect(read("home.yaml")).not.toMatch(/- (?:Cleaning|Pet grooming)$/m);
  expect(read("schedule.yaml")).toMatch(/tuesday, monday.*\n +from: 10:00/);
  expect([has("trades/pet-grooming.yaml"), has("trades/hvac.yaml")]).toEqual([
    false,
    true,
  ]);
});
