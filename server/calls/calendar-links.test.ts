import { expect, test } from "vitest";
import { bookingEvent, mailSettings } from "../../tests/support/outgoing.ts";
import { leadRow } from "../../tests/support/leads.ts";
import { callForVisitor } from "./call-entries.ts";
import { calendarLinks } from "./calendar-links.ts";

test("each calendar's link has the call's time and page, is short, and has no plus sign", () => {
  const { booking = expect.fail() } = bookingEvent();
  const links = Object.values(
    calendarLinks(callForVisitor(booking, leadRow(1), mailSettings())),
  );
  const hosts = links.map((link) => new URL(link).host);
  expect(hosts).toEqual([
    "calendar.google.com",
    "outlook.live.com",
    "outlook.office.com",
  ]);
  for (const link of links) {
    expect(link.length).toBeLessThan(2_000);
    expect(link).not.toContain("+");
    const { dates, startdt, enddt, details, body, location } =
      Object.fromEntries(new URL(link).searchParams);
    expect(dates ?? `${startdt}/${enddt}`).toMatch(
      /^2026-?11-?23T15:?00:?00Z\/2026-?11-?23T15:?20:?00Z$/,
    );
    expect(details ?? body).toContain("/schedule/call?token=");
    expect(location).toBe(booking.phone);
    expect(body ?? "<br>").toContain("<br>");
  }
});
