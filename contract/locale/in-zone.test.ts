import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { clockIn, clocksOf, inZone, zonePlace } from "./in-zone.ts";
import { localeOf } from "./locale.ts";

test("the agency's time is shown if it differs from the visitor's, with the day if days differ", () => {
  const agencyTimes = ["America/Detroit", "America/Chicago", "Asia/Tokyo"].map(
    (zone) =>
      clocksOf(
        "2026-11-02T15:30:00Z",
        zone,
        "America/New_York",
        localeOf(content),
      ).agencyTime,
  );
  expect(agencyTimes).toEqual([
    "",
    "10:30\u00a0AM EST",
    "Mon, Nov\u00a02, 10:30\u00a0AM EST",
  ]);
});

test.each([
  [
    "en-US",
    "Monday, November 2",
    "Mon, Nov 2, ",
    "Mon 2",
    "7:05 PM",
    "Monday, November 2, 7:05 PM",
  ],
  [
    "en-GB",
    "Monday 2 November",
    "Mon 2 Nov, ",
    "Mon 2",
    "19:05",
    "Monday 2 November, 19:05",
  ],
  [
    "de-DE",
    "Montag, 2. November",
    "Mo., 2. Nov., ",
    "Mo 2",
    "19:05",
    "Montag, 2. November, 19:05",
  ],
  [
    "sv-SE",
    "måndag 2 november",
    "mån 2 nov. ",
    "mån 2",
    "19:05",
    "måndag 2 november 19:05",
  ],
  [
    "is-IS",
    "mánudagur, 2. nóvember",
    "mán., 2. nóv., ",
    "mán. 2",
    "19:05",
    "mánudagur, 2. nóvember, 19:05",
  ],
  [
    "ja-JP",
    "11月2日月曜日",
    "11月2日(月) ",
    "月 2",
    "19:05",
    "11月2日月曜日 19:05",
  ],
  [
    "ko-KR",
    "11월 2일 월요일",
    "11월 2일 (월) ",
    "월 2",
    "오후 7:05",
    "11월 2일 월요일 오후 7:05",
  ],
])(
  "%s orders a date in its own way, with 12 or 24 hours",
  (locale, day, short, cell, time, moment) => {
    const shown = inZone(
      "2026-11-02T18:05:00Z",
      "Europe/Berlin",
      localeOf({ ...content, locale }),
    );
    const texts = [
      shown.day,
      shown.shortDay,
      `${shown.weekday} ${shown.number}`,
      shown.time,
      shown.moment,
    ];
    expect(texts.map((text) => text.replaceAll("\u00a0", " "))).toEqual([
      day,
      short,
      cell,
      time,
      moment,
    ]);
    expect(shown.hour).toBe(19);
  },
);

const locale = localeOf(content);

test("a zone has its current everyday name, even if the engine uses an old name", () => {
  const zones =
    "Asia/Calcutta Asia/Kolkata Europe/Kiev Europe/Kyiv America/Chicago America/Sao_Paulo";
  const shown = [
    "Kolkata",
    "Kolkata",
    "Kyiv",
    "Kyiv",
    "Central Time",
    "Sao Paulo",
  ];
  expect(zones.split(" ").map((zone) => zonePlace(zone, locale.zones))).toEqual(
    shown,
  );
});

test("a zone is shown as its name and its offset, or as its name if both are equal", () => {
  const named = ["America/New_York", "America/Sao_Paulo", "Etc/UTC"].map(
    (zone) => clockIn("2026-11-02T15:30:00Z", zone, locale).zone,
  );
  expect(named).toEqual([
    "Eastern Time (EST)",
    "Sao Paulo (GMT\u22123)",
    "UTC",
  ]);
});
