import { expect, test } from "vitest";
import { leadRow } from "../../tests/support/leads.ts";
import { bookingEvent, mailSettings } from "../../tests/support/outgoing.ts";
import { calendarLinks } from "./calendar-links.ts";
import { callForVisitor } from "./call-entries.ts";

test("each calendar's link says what stands in calendar-links.said.txt, is short, and has no plus sign", async () => {
  const { booking = expect.fail() } = bookingEvent();
  const settings = mailSettings({
    host: { name: "Ana & Ben", role: "Owners" },
  });
  const call = callForVisitor(booking, leadRow(1), settings);
  const said = Object.values(calendarLinks(call)).map((link) => {
    expect(link.length).toBeLessThan(2_000);
    expect(link).not.toContain("+");
    const { host, pathname, searchParams } = new URL(link);
    return [host + pathname, ...searchParams].join("\n");
  });
  await expect(said.join("\n\n")).toMatchFileSnapshot(
    "calendar-links.said.txt",
  );
});
