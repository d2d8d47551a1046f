import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { calendar, event } from "../../tests/support/calendar-text.ts";
import { openCommands } from "../../tests/support/command.ts";
import { temporaryFolder } from "../../tests/support/server.ts";

const NOW = Date.parse("2026-12-01T12:00:00Z");
const LUNCH = event(
  "SUMMARY:Secret",
  "DTSTART:20261208T140000Z",
  "DURATION:PT1H",
  "RRULE:FREQ=DAILY",
);
const LATER = event("UID:u2", "DTSTART:20261208T143000Z", "DURATION:PT1H");
const CALL = event(
  "UID:u3",
  "DTSTART;TZID=PST:20261208T100000",
  "DURATION:PT1H",
);

const fileOf = (text: string) => {
  const path = join(temporaryFolder(), "agency.ics");
  writeFileSync(path, text);
  return path;
};

const run = async (...args: string[]) =>
  (await openCommands(NOW)).run("calendar", ...args);
const days = ["--from", "2026-12-08", "--to", "2026-12-09"];

test("the busy times of a file are shown in the agency's zone, without the events' titles", async () => {
  const { stdout, stderr } = await run(
    fileOf(calendar(LUNCH, LATER, CALL)),
    ...days,
  );
  expect(stdout.trimEnd().split("\n")).toEqual([
    "Dec 8, 9:00 AM EST - Dec 8, 10:30 AM EST",
    "Dec 8, 1:00 PM EST - Dec 8, 2:00 PM EST",
    "Zone PST: America/Los_Angeles, a guess",
    "Not read whole, 2026-12-08: Its zone PST is uncertain: it is read as America/Los_Angeles.",
  ]);
  expect(stderr).toBe("2 busy times; 1 thing not read whole.\n");
  const later = await run(fileOf(calendar(LUNCH)), "--from", "2027-06-01");
  expect(later.stdout).toMatch(/^Jun 1, 2027, 10:00 AM EDT/);
});

test.each([
  [["nothing.ics"], "There is no file here"],
  [["http://agency.example/x.ics"], "without TLS"],
  [["x.ics", "--from", "Tuesday"], "It must be like 2027-03-01"],
  [
    ["x.ics", "--from", "2026-12-08T10:00[Europe/Berlin]"],
    "It must be like 2027-03-01",
  ],
  [["x.ics", "--from", "2026-12-08", "--to", "2026-12-08"], "must be after"],
])("`leads calendar` refuses %j", async (args, sentence) => {
  expect((await run(...args)).stderr).toContain(sentence);
});
