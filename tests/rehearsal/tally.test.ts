/** The count of the rehearsal finds every kind of loss and duplicate. */
import { expect, test } from "vitest";
import { LEAD } from "../fakes/leads.ts";
import { isKept, PLACES, tableOf, tally, type Arrivals, type Visitor } from "./tally.ts";

const VISITORS: Visitor[] = ["a@x.example", "b@x.example"].map((email) => {
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
  const [first] = arrivals().notified;
  const again = tally(
    VISITORS,
    arrivals({ notified: [...arrivals().notified, first ?? { email: "", id: "" }] }),
  );
  expect(isKept(again)).toBe(true);
  expect(again.again).toMatchObject({ stored: 0, notified: 1 });
});

test.each(PLACES)("a count with something missing, double or nobody's fails: %s", (place) => {
  const [first, ...rest] = arrivals()[place];
  const others = arrivals()[place].map(({ email }) => ({ email, id: `another ${email}` }));
  const missing = tally(VISITORS, arrivals({ [place]: rest }));
  const double = tally(VISITORS, arrivals({ [place]: [...arrivals()[place], ...others] }));
  const nobodys = tally(
    VISITORS,
    arrivals({ [place]: [...arrivals()[place], { id: "1", email: "c@x.example" }] }),
  );
  expect([missing, double, nobodys].map(isKept)).toEqual([false, false, false]);
  expect(first).toBeDefined();
  expect([missing.rows["all"]?.["lost"], double.rows["all"]?.["twice"]]).toEqual([1, 2]);
});

test("a visitor who did not see the confirmation is lost", () => {
  const [first, ...rest] = VISITORS;
  const untold = first ? [{ ...first, confirmed: false }, ...rest] : [];
  const counted = tally(untold, arrivals());
  expect([isKept(counted), counted.rows["all"]?.["lost"]]).toEqual([false, 1]);
});
