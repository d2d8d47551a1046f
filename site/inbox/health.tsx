/** What keeps the site well: the age of backups, of the last drill, and of the copies of calendars. */
import type { CalendarState } from "../../contract/booking.ts";
import type { BackupAges, InboxTime } from "../../contract/inbox.ts";
import { useInboxContent } from "./frame.tsx";
import { duration, moment } from "./times.ts";

/** The age of each, and of the last drill; nothing about those that were never made. */
export function Backups(ages: BackupAges) {
  const content = useInboxContent().inbox.backups;
  const said = (["local", "elsewhere", "drill"] as const).flatMap((place) => {
    const seconds = ages[place] ?? Infinity;
    return seconds === Infinity ? [] : content[place].replace("{time}", duration(seconds * 1000));
  });
  return said.length > 0 && <p>{said.join(" ")}</p>;
}

/** The age of its copy; for one that cannot be read, also the known reason. */
export function Calendar({
  number,
  reason,
  readAt = "",
  eventDate = "",
  ...state
}: CalendarState & InboxTime) {
  const { skipped, now, timeZone } = state;
  const content = useInboxContent().inbox.calendar;
  if (reason === undefined) {
    const time = duration(Math.max(0, Date.parse(now) - Date.parse(readAt)));
    const read = content.read.replace("{number}", String(number)).replace("{time}", time);
    if (skipped.length === 0) return <p>{read}</p>;
    return <p className="alarm">{`${read} ${content.skipped.replace("{dates}", skipped.join(", "))}`}</p>;
  }
  const copy =
    readAt === "" ? content.never : content.copy.replace("{time}", moment(readAt, { now, timeZone }));
  const event = eventDate && content.event.replace("{date}", eventDate);
  return (
    <p className="alarm">
      {`${content.failing.replace("{number}", String(number))} ${reason} ${copy} ${event}`.trim()}
    </p>
  );
}
