/** The count of the rehearsal finds every kind of loss and duplicate. */
import { expect, test } from "vitest";
import { LEAD } from "../fakes/leads.ts";
import { isKept, PLACES, tableOf, tally, type Arrivals, type Sender } from "./tally.ts";

const VISITORS: Sender[] = ["a@x.example", "b@x.example"].map((email) => {
  return { way: "REST API", lead: { ...LEAD, email }, confirmed: true };
});

function arrivals(changes: Partial<Arrivals> = {}): Arrivals {
  const each = (place: string) => VISITORS.map(({ lead: { email } }) => ({ email, id: `${place} ${email}` }));
  return {
    stored: each("lead"),
    "confirmed by mail": each("confirmation"),
    notified: each("notification"),
    "events received": each("event"),
    ...changes,
  };
}

test("a count with everything once passes, even when something arrived again under its id", () => {
  const once = tally(VISITORS, arrivals());
  expect(isKept(once)).toBe(true);
  expect(tableOf(once).split("\n").at(-1)).toBe("| all | 2 | 2 | 2 | 2 | 2 | 2 | 0 | 0 |");
  const { notified } = arrivals();
  const again = tally(VISITORS, arrivals({ notified: [...notified, ...notified] }));
  expect([isKept(again), again.again]).toMatchObject([true, { stored: 0, notified: 2 }]);
});

test.each(PLACES)("a count with something missing, double or nobody's fails: %s", (place) => {
  const all = arrivals()[place];
  const others = all.map(({ email }) => ({ email, id: `another ${email}` }));
  const [missing, double, nobodys] = [
    all.slice(1),
    [...all, ...others],
    [...all, { id: "1", email: "c@x.example" }],
  ].map((found) => tally(VISITORS, arrivals({ [place]: found })));
  expect([missing, double, nobodys].map((counted) => counted && isKept(counted))).toEqual([
    false,
    false,
    false,
  ]);
  expect([missing?.rows["all"]?.["lost"], double?.rows["all"]?.["twice"]]).toEqual([1, 2]);
});

test("a visitor who did not see the confirmation is lost", () => {
  const untold = VISITORS.map((visitor, number) => ({ ...visitor, confirmed: number > 0 }));
  const counted = tally(untold, arrivals());
  expect([isKept(counted), counted.rows["all"]?.["lost"]]).toEqual([false, 1]);
});
