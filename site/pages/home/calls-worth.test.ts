import { expect, test } from "vitest";
import { worthOf } from "./calls-worth.ts";

test("what calls are worth is the product of the rounded numbers", () => {
  const money = "${amount}";
  const worth = worthOf({ calls: 2, job: 5e3, booked: 3, money }, "de");
  expect(worth).toEqual({
    calls: "2",
    month: "9",
    job: "$5.000",
    amount: "$13.500",
  });
});
