/** The times that calls take, whatever a page says that was loaded earlier. */
import { expect } from "vitest";
import { booked, Calls, HALF_PAST, minutesAfter, other, TEN } from "./calls.ts";
import { value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Calls(store));
test("the time to rest after a call is taken, too, and moves along, whatever a page loaded earlier offers", async (calls) => {
  const { booking: made } = booked(await calls.book(TEN));
  const [before, after, noon] = [-25, 20, 120].map((minutes) => minutesAfter(TEN, minutes));
  for (const wished of [before, after])
    expect(await calls.book(wished ?? "", other(1))).toEqual({ kind: "taken" });
  const busy = async () =>
    value(await calls.store.run("busyTimes", { since: calls.now, now: calls.now })).map(
      ({ endsAt }) => endsAt,
    );
  expect(await busy()).toEqual([HALF_PAST]);
  expect(await calls.move(made.id, noon ?? "")).toMatchObject({ kind: "ok" });
  expect(await busy()).toEqual([minutesAfter(TEN, 150)]);
  expect(await calls.book(minutesAfter(TEN, 145), other(1))).toEqual({ kind: "taken" });
  expect(await calls.book(TEN, other(1))).toMatchObject({ kind: "booked" });
});
