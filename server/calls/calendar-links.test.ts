import { expect, test } from "vitest";
import { bookingEvent, mailSettings } from "../../tests/support/outgoing.ts";
import { leadRow } from "../../tests/support/leads.ts";
import { callForVisitor } from "./call-entries.ts";
import { calendarLinks } from "./calendar-links.ts";

test("each calendar's link has the call's time and page, is short, and has no plus sign", () => {
  const { booking = expect.fail() } = bookingEvent();
  const settings = mailSettings();
  const links = Object.values(
    calendarLinks(callForVisitor(booking, leadRow(1), settings)),
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
    const { action, ...more } = Object.fromEntries(new URL(link).searchParams);
    const page =
      "Move or cancel the call: https://agency.example/schedule/call?token=";
    expect(more).toEqual(
      action === "TEMPLATE"
        ? {
            text: settings.content.call.summary,
            dates: "20261123T150000Z/20261123T152000Z",
            details: expect.stringContaining(`\n\n${page}`),
            location: booking.phone,
          }
        : {
            path: "/calendar/action/compose",
            rru: "addevent",
            startdt: "2026-11-23T15:00:00Z",
            enddt: "2026-11-23T15:20:00Z",
            subject: settings.content.call.summary,
            body: expect.stringContaining(`<br><br>${page}`),
            location: booking.phone,
          },
    );
  }
});
