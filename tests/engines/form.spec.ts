/** The form in each of its states. */
import { content } from "../content.ts";
import { leadOf } from "../e2e/booking-form.ts";
import { administer } from "../e2e/operator.ts";
import { expect, test } from "./test.ts";
import type { Visitor } from "./visitor.ts";

const { fields } = content;

const BUTTON = content.bookCall.submit;
const CALL = /^\/rest\/v1\//;

const filledIn = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")].map(({ name, value }) => [
      name,
      value,
    ]),
  );

async function openForm(visitor: Visitor): Promise<void> {
  await visitor.open("/book-call");
  await visitor.untilHydrated();
}

test("empty: nothing is sent, and the first field has focus", { tag: "@full" }, async ({ visitor, site }) => {
  const before = site.leads().length;
  await openForm(visitor);
  await visitor.clicks("button", BUTTON);
  await expect.poll(() => visitor.look(() => document.activeElement?.id)).toBe("name");
  expect(await visitor.look(() => document.querySelectorAll(":invalid[name]").length)).toBe(5);
  expect(site.leads()).toHaveLength(before);
});

test("the lead is stored once, and the confirmation has focus", async ({ visitor, gate, site, answers }) => {
  const release = gate.hold(CALL);
  await openForm(visitor);
  await visitor.fillsIn(answers);
  await visitor.clicks("button", BUTTON);
  await visitor.finds("button", content.bookCall.submitting);
  release();
  await visitor.finds("heading", content.confirmation.heading);
  await expect
    .poll(() => visitor.look(() => document.activeElement?.textContent))
    .toBe(content.confirmation.heading);
  expect(site.leads(answers.email)).toMatchObject([leadOf(answers)]);
  await visitor.clicks("link", content.confirmation.back);
  await visitor.finds("button", content.hero.watchDemo);
});

test("a broken connection loses no text", { tag: "@full" }, async ({ visitor, gate, site, answers }) => {
  gate.expectErrors(/The lead was not stored|Failed to load|TypeError|NetworkError|Load failed/);
  const mend = gate.cut(CALL);
  await openForm(visitor);
  await visitor.fillsIn(answers);
  await visitor.clicks("button", BUTTON);
  expect(await visitor.reads("alert")).toContain(content.failures.network);
  expect(await visitor.look(() => document.activeElement?.getAttribute("role"))).toBe("alert");
  expect(await visitor.look(filledIn)).toMatchObject(answers);
  mend();
  await visitor.clicks("button", BUTTON);
  await visitor.finds("heading", content.confirmation.heading);
  expect(site.leads(answers.email)).toHaveLength(1);
});

test.describe("without script", { tag: "@full" }, () => {
  test.beforeEach(async ({ gate, visitor }) => {
    // WebKit's own report, as in navigation.full.spec.ts.
    gate.expectErrors(/Skipping view transition/);
    gate.leaveOutScript();
    await visitor.open("/book-call");
  });

  test("is stored and confirmed; a honeypot makes it suspected", async ({ visitor, site, answers }) => {
    await visitor.fillsIn(answers);
    await visitor.look(() => {
      const unseen = document.querySelector<HTMLInputElement>("form input[hidden]");
      if (unseen) unseen.value = "Hello";
    });
    await visitor.clicks("button", BUTTON);
    await visitor.clicks("link", content.confirmation.back);
    await visitor.finds("heading", content.contact.heading);
    await visitor.back();
    await visitor.finds("heading", content.confirmation.heading);
    const [lead, ...others] = site.leads(answers.email);
    expect(others).toEqual([]);
    expect((await administer(site, "lead", { id: String(lead?.["id"]) })).suspicion).toEqual(["unseen"]);
  });

  test("comes back filled in with its errors, and can be sent then", async ({ visitor, site, answers }) => {
    await visitor.fillsIn({ ...answers, name: "  " });
    await visitor.clicks("button", BUTTON);
    expect(await visitor.reads("alert")).toContain(fields.name.missing);
    expect(await visitor.look(filledIn)).toMatchObject({ ...answers, name: "  " });
    await visitor.types(fields.name.label, answers.name);
    await visitor.clicks("button", BUTTON);
    await visitor.finds("heading", content.confirmation.heading);
    expect(site.leads(answers.email)).toHaveLength(1);
  });
});
