/** What keeps the site well: the age of backups, of the last drill, and of the copies of calendars; mails that wait. */
import { Fragment } from "react";
import type { CalendarState } from "../../contract/booking.ts";
import type { BackupAges } from "../../contract/inbox.ts";
import type { LeadsOverview } from "../../contract/leads-admin.ts";
import { INBOX } from "../../contract/routes.ts";
import { useInbox } from "./frame.tsx";

/** The age of each, and of the last drill; nothing about those that were never made. */
export function Backups(ages: BackupAges) {
  const { inbox, duration } = useInbox();
  const said = (["local", "elsewhere", "drill"] as const).flatMap((place) => {
    const seconds = ages[place] ?? Infinity;
    return seconds === Infinity ? [] : inbox.backups[place].replace("{time}", duration(seconds * 1000));
  });
  return said.length > 0 && <p>{said.join(" ")}</p>;
}

/** The age of its copy; for one that cannot be read, also the known reason. */
export function Calendar({ number, reason, readAt = "", eventDate = "", skipped }: CalendarState) {
  const { inbox, now, duration, moment } = useInbox();
  const { calendar: content } = inbox;
  if (reason === undefined) {
    const time = duration(Math.max(0, Date.parse(now) - Date.parse(readAt)));
    const read = content.read.replace("{number}", String(number)).replace("{time}", time);
    if (skipped.length === 0) return <p>{read}</p>;
    return <p className="alarm">{`${read} ${content.skipped.replace("{dates}", skipped.join(", "))}`}</p>;
  }
  const copy = readAt === "" ? content.never : content.copy.replace("{time}", moment(readAt));
  const event = eventDate && content.event.replace("{date}", eventDate);
  return (
    <p className="alarm">
      {`${content.failing.replace("{number}", String(number))} ${reason} ${copy} ${event}`.trim()}
    </p>
  );
}

/** Mails that wait for a press on the page of their lead. */
export function Withheld({ withheld, withheldLeads }: Pick<LeadsOverview, "withheld" | "withheldLeads">) {
  const { inbox, plural } = useInbox();
  return (
    <p className="alarm">
      {plural(inbox.withheld, withheld)}
      {withheldLeads.map(({ id, name }) => (
        <Fragment key={id}>
          {" "}
          <a href={`${INBOX.lead(id)}#deliveries`} dir="auto">
            {name}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
