import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { clocksOf, inZone, nearDay } from "./in-zone.ts";
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
  ["Asia/Ho_Chi_Minh", "Ho Chi Minh (GMT+7)"],
  ["Etc/GMT+5", "GMT\u22125"],
  ["UTC", "UTC"],
])("the zone %s is shown as %s", (zone, shown) =>
  expect(inZone("2026-11-02T15:30:00Z", zone, localeOf(content)).zone).toBe(
    shown,
  ),
);

test.each([
  [
    "en-US",
    "Monday, November\u00a02",
    "Mon, Nov\u00a02, ",
    "Mon 2",
    "7:05\u00a0PM",
    "Monday, November\u00a02, 7:05\u00a0PM",
  ],
  [
    "en-GB",
    "Monday 2\u00a0November",
    "Mon 2\u00a0Nov, ",
    "Mon 2",
    "19:05",
    "Monday 2\u00a0November, 19:05",
  ],
  [
    "es-ES",
    "lunes, 2\u00a0de\u00a0noviembre",
    "lun, 2\u00a0nov, ",
    "lun 2",
    "19:05",
    "lunes, 2\u00a0de\u00a0noviembre, 19:05",
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
    "vi-VN",
    "Thứ Hai, 2\u00a0tháng 11",
    "Thứ 2, 2\u00a0thg 11, ",
    "Thứ 2 2",
    "19:05",
    "Thứ Hai, 2\u00a0tháng 11, 19:05",
  ],
  [
    "hu-HU",
    "november\u00a02., hétfő",
    "nov.\u00a02., H ",
    "H 2",
    "19:05",
    "november\u00a02., hétfő 19:05",
  ],
])(
  "%s orders a date in its own way, with 12 or 24 hours, and breaks it beside its weekday",
  (locale, day, short, cell, time, moment) => {
    const shown = inZone(
      "2026-11-02T18:05:00Z",
      "Europe/Berlin",
      localeOf({ ...content, locale }),
    );
    expect([
      shown.day,
      shown.shortDay,
      `${shown.weekday} ${shown.number}`,
      shown.time,
      shown.moment,
    ]).toEqual([day, short, cell, time, moment]);
    expect(shown.hour).toBe(19);
  },
);

test("today and tomorrow are named, as the visitor's calendar has them", () => {
  const now = "2026-11-02T04:30:00Z";
  const days = [
    "2026-11-02T04:00Z",
    now,
    "2026-11-02T05:00Z",
    "2026-11-03T05:00Z",
  ];
  expect(
    days.map((iso) => nearDay(iso, "America/New_York", localeOf(content), now)),
  ).toEqual(["Today", "Today", "Tomorrow", undefined]);
});
