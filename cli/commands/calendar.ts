import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { InvalidArgumentError } from "commander";
import { DAY_MS } from "../../contract/durations.ts";
import { cleanLine } from "../../contract/lead/typed-text.ts";
import {
  calendarSettings,
  readCalendarAt,
} from "../../server/calls/calendars/calendars.ts";
import {
  fetchCalendar,
  MAX_MB,
} from "../../server/calls/calendars/fetch-calendar.ts";
import {
  CalendarError,
  type CalendarReading,
} from "../../server/calls/calendars/read-in-thread.ts";
import { typedInstant } from "../../server/leads/days.ts";
import { readEnv } from "../../server/settings/env.ts";
import { OperatorError } from "../../server/settings/operator-error.ts";
import { counted, LeadsCommand, shownMoment } from "../command.ts";
import { readContent } from "../site-services.ts";

export const calendarCommand = new LeadsCommand("calendar")
  .about(
    "Prints the times that a calendar blocks, and the events that can't be read in full.",
    "It prints no titles. The calendar may be one of CALENDAR_URLS, any other address, or a file. A day in --from or --to means the day's first moment in TIME_ZONE.",
  )
  .argument("<url or file>", "its address, in quotes, or its file")
  .option("--from <time>", "a day or an instant; by default now", timeArgument)
  .option(
    "--to <time>",
    "a day or an instant; by default all bookable days after --from",
    timeArgument,
  )
  .option("--json", "as JSON, with times in UTC")
  .action(
    async (
      calendar: string,
      { from, to, json }: { from?: string; to?: string; json?: true },
    ) => {
      const env = readEnv();
      const { content } = await readContent(env);
      const start = from === undefined ? Date.now() : Date.parse(from);
      const bookableMs = content.workingHours.horizonDays * DAY_MS;
      const end = to === undefined ? start + bookableMs : Date.parse(to);
      if (end <= start)
        throw new OperatorError(
          "The end of the time, --to, must be after its beginning, --from.",
        );
      const { timeZone } = env.outbox;
      const settings = calendarSettings(env, content);
      const isAddress = URL.canParse(calendar) && !existsSync(calendar);
      const load = () =>
        isAddress
          ? fetchCalendar(calendar, settings)
          : readCalendarFile(calendar);
      const reading = await readCalendarAt(calendar, settings, load, {
        from: start,
        until: end,
      });
      if ("reason" in reading) {
        if (json)
          console.log(
            JSON.stringify({ busy: [], unread: [], failure: reading.reason }),
          );
        throw new OperatorError(
          `The site cannot read this calendar. ${reading.reason}`,
        );
      }
      if (!json) return print(reading, timeZone);
      const withoutMs = (iso: string) => iso.replace(/\.\d+Z$/, "Z");
      const busy = reading.busy.map(({ startsAt, endsAt }) =>
        [startsAt, endsAt].map(withoutMs),
      );
      console.log(JSON.stringify({ busy, unread: reading.unread }));
    },
  );

function print(
  { busy, zones, unread }: CalendarReading,
  timeZone: string,
): void {
  for (const { startsAt, endsAt } of busy)
    console.log(
      `${shownMoment(startsAt, timeZone)} - ${shownMoment(endsAt, timeZone)}`,
    );
  for (const { name, zone, isGuess } of zones)
    console.log(
      `Zone ${cleanLine(name)}: ${zone}${isGuess ? ", a guess" : ""}`,
    );
  for (const { day, reason } of unread)
    console.log(`Not read whole, ${day}: ${cleanLine(reason)}`);
  const times = counted(busy.length, "busy time");
  console.error(`${times}; ${counted(unread.length, "thing")} not read whole.`);
}

function timeArgument(text: string): string {
  const at = typedInstant(text, readEnv().outbox.timeZone);
  if (at !== undefined) return at;
  throw new InvalidArgumentError(
    "It must be like 2027-03-01 in your zone, or 2027-03-01T14:00:00Z.",
  );
}

async function readCalendarFile(path: string): Promise<Uint8Array> {
  const body = await readFile(path).catch(() => {
    throw new CalendarError(
      "There is no file here with this name, or it cannot be read.",
    );
  });
  if (body.length <= MAX_MB * 1024 * 1024) return body;
  throw new CalendarError(`The file is larger than ${MAX_MB} MB.`);
}
