import { expect, test } from "vitest";
import { worthOf } from "./calls-worth.ts";

test.each([
  [6, 400, { calls: "6", month: "26", job: "$400", amount: "$3,120" }],
  [2, 5, { calls: "2", month: "9", job: "$5", amount: "$14" }],
])(
  "%i calls a week of $%i, of which three in ten book, are worth %j",
  (calls, job, worth) => {
    const money = "${amount}";
    expect(worthOf({ calls, job, booked: 3, money }, "en")).toEqual(worth);
  },
);
