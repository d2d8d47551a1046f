/** A call booked on the scheduling page, in each engine. */
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { administer } from "../e2e/operator.ts";
import { expect, test } from "./test.ts";
import type { Visitor } from "./visitor.ts";

const { schedulePage } = content;

test("a visitor picks a time, and the form books it", async ({ visitor, site, answers }) => {
  await picksFirst(visitor);
  await visitor.types(schedulePage.phone, "+44 20 7946 0958");
  await visitor.fillsIn(answers);
  await visitor.clicks("button", content.bookCall.submit);
  await visitor.finds("heading", schedulePage.states.booked);
  await visitor.finds("link", schedulePage.move);
  expect(site.leads(answers.email)).toHaveLength(1);
});

test("held sideways a doubtful number is asked about once; held upright the call is moved, said to be kept, and canceled", async ({
  visitor,
  window,
  gate,
  site,
  answers,
}) => {
  gate.expectErrors(/The lead was not stored/);
  await window.resize(740, 360);
  await picksFirst(visitor);
  await visitor.types(schedulePage.phone, "7946 0958");
  await visitor.fillsIn(answers);
  await visitor.clicks("button", content.bookCall.submit);
  const question = content.fieldProblems.doubtfulNumber.replace("{text}", "7946 0958");
  await expect.poll(() => visitor.reads("alert")).toContain(question);
  await visitor.clicks("button", content.bookCall.submit);
  await visitor.finds("heading", schedulePage.states.booked);
  await window.resize(360, 740);
  await visitor.clicks("link", schedulePage.move);
  await visitor.finds("heading", schedulePage.moveHeading);
  await visitor.untilHydrated();
  await visitor.clicks("radio", await firstTime(visitor));
  await visitor.clicks("button", schedulePage.take);
  await visitor.clicks("button", schedulePage.move);
  await visitor.finds("heading", schedulePage.states.moved);
  await visitor.open(
    String(await visitor.look(() => location.pathname + location.search.replace("&moved", "&coming"))),
  );
  await visitor.clicks("button", schedulePage.coming.button);
  await expect.poll(() => visitor.look(() => document.body.innerText)).toContain(schedulePage.coming.said);
  await visitor.look(() => document.querySelector("summary")?.click());
  await visitor.types(schedulePage.cancelWhy, "We found someone closer.");
  await visitor.clicks("button", schedulePage.cancelYes);
  await visitor.finds("heading", schedulePage.states.cancelled);
  const [lead] = await administer(site, "leadsAfter", { email: answers.email, size: 1 });
  expect(lead?.history[0]).toMatchObject({ kind: "call-cancelled", reason: "We found someone closer." });
});

test("on a phone, another day drops the chosen time", async ({ visitor, window }) => {
  await window.resize(390, 780);
  await visitor.open(SCHEDULE_PATH);
  await visitor.untilHydrated();
  await visitor.clicks("radio", await firstTime(visitor));
  expect(await foot(visitor)).not.toContain(schedulePage.choose);
  const other = (side: "left" | "top") =>
    visitor.look((edge) => document.querySelector("li:nth-child(3) a")?.getBoundingClientRect()[edge], side);
  await visitor.clicksAt(Number(await other("left")) + 20, Number(await other("top")) + 20);
  await expect.poll(() => foot(visitor)).toContain(schedulePage.choose);
});

const foot = async (visitor: Visitor) =>
  String(await visitor.look(() => document.querySelector("form > :last-child")?.textContent));

/** On to the form, with the first time. */
async function picksFirst(visitor: Visitor): Promise<void> {
  await visitor.open(SCHEDULE_PATH);
  await visitor.untilHydrated();
  await visitor.clicks("radio", await firstTime(visitor));
  await visitor.clicks("button", schedulePage.take);
  await visitor.finds("button", content.bookCall.submit);
  await visitor.untilHydrated();
}

/** The name of the first time that is shown, once the board is in the visitor's zone. */
async function firstTime(visitor: Visitor): Promise<string> {
  await expect.poll(() => visitor.look(() => document.querySelector("input#zone")?.id)).toBe("zone");
  return String(
    await visitor.look(() => document.querySelector("label.tag input")?.getAttribute("aria-label")),
  );
}
