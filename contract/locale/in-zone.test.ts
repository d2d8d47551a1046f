import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { clocksOf, inZone, nearDay } from "./in-zone.ts";
import { localeOf, plural } from "./locale.ts";
import { nextTimes } from "./next-times.ts";
import { duration, firstDayOf } from "./times.ts";

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

test("each language has its own order of a date, 12 or 24 hours, numbers and words, and breaks a date beside its weekday", async () => {
  const said = "en-US en-GB es-ES ja-JP vi-VN hu-HU".split(" ").map((tag) => {
    const locale = localeOf({ ...content, locale: tag });
    const at = "2026-11-02T18:05:00Z";
    const shown = {
      ...inZone(at, "Europe/Berlin", locale),
      today: nearDay(at, "UTC", locale, at),
      next: nextTimes([at], "UTC", Date.parse(at), tag)[0]?.text,
      length: duration(1e8, locale),
      count: plural({ one: "", many: "{count}" }, 12_000, locale),
      firstDay: firstDayOf(locale),
    };
    return `${tag} ${JSON.stringify(shown, null, 1)}\n`;
  });
  const text = said.join("\n").replaceAll("\u00a0", "_");
  await expect(text).toMatchFileSnapshot("in-zone.said.txt");
});

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
