import { expect, test } from "vitest";
import { worthOf } from "./calls-worth.ts";

test("what calls are worth is the product of the rounded numbers", () => {
  const money = "${amount}";
  const worth = worthOf({ calls: 2, job: 5, booked: 3, money }, "en");
  expect(worth).toEqual({ calls: "2", month: "9", job: "$5", amount: "$14" });
});
