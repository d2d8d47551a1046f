/** The calculator's amount is the product of the numbers in its sentence, wherever the sliders stand. */
import { expect, test } from "vitest";
import { content } from "../../../tests/content.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { worthOf } from "./calls-worth.ts";

const { missed, trades } = content;

/** The numbers of a sentence, in order. */
const numbersOf = (text: string) =>
  Array.from(text.matchAll(/\d[\d,]*/g), ([digits]) =>
    Number(digits.replaceAll(",", "")),
  );

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

test.each(Object.values(trades).map((trade) => trade.missed))(
  "the sentence adds up where the sliders of a trade begin: %j",
  ({ calls: perWeek, job: price }) => {
    const worth = worthOf(
      {
        calls: perWeek,
        job: price,
        booked: missed.booked,
        money: missed.money,
      },
      "en",
    );
    const sentence = fillIn(missed.formula, worth);
    const [calls, month = NaN, job = NaN, amount] = numbersOf(sentence);
    expect([calls, job], sentence).toEqual([perWeek, price]);
    expect(month, sentence).toBe(Math.round((perWeek * 52) / 12));
    expect(amount, sentence).toBe((month * missed.booked * job) / 10);
  },
);
