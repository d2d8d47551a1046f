import { expect, test } from "vitest";
import { publicHolidays } from "./holidays.ts";

test.each([
  ["en-US", "2027-03-01", { day: "2027-09-06", name: "Labor Day" }],
  [
    "en-GB",
    "2027-03-01",
    { day: "2027-12-28", name: "Boxing Day (substitute day)" },
  ],
  ["de-AT", "2027-03-01", { day: "2027-10-26", name: "Nationalfeiertag" }],
  [
    "fr",
    "2027-08-01",
    { day: "2028-07-14", name: "Fête Nationale de la France" },
  ],
])(
  "the holidays of %s are its country's, in its language, from %s",
  async (locale, today, holiday) => {
    expect(await publicHolidays(locale, today)).toContainEqual(holiday);
  },
);

test("holidays begin today and end within a year, and a locale without a country has none", async () => {
  const days = (await publicHolidays("en-US", "2027-12-25")).map(
    ({ day }) => day,
  );
  expect([days[0], days.at(-1)]).toEqual(["2027-12-25", "2028-11-23"]);
  expect(await publicHolidays("en-001", "2027-12-25")).toEqual([]);
});
