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

const DAYS = ["--from", "2026-12-08", "--to", "2026-12-09"];
const AT_TEN = ["--from", "2026-12-08T10:00[Europe/Berlin]"];

test("the busy times of a file are shown in the agency's zone, without the events' titles", async () => {
  const file = fileOf(calendar(LUNCH, LATER, CALL));
  const { run } = await openCommands(NOW);
  const said: string[] = [];
  for (const args of [
    [file, ...DAYS],
    [file, ...DAYS, "--json"],
    [file, "--from", "2027-06-01T15:30+02:00"],
    ["nothing.ics", "--json"],
    ["http://agency.example/x.ics"],
    ["x.ics", "--from", "Tuesday"],
    ["x.ics", ...AT_TEN],
    ["x.ics", "--from", "2026-12-08", "--to", "2026-12-08"],
  ])
    said.push(Object.values(await run("calendar", ...args)).join("\n"));
  await expect(said.join("\n")).toMatchFileSnapshot("calendar.said.txt");
});
