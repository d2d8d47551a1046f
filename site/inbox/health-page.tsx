/** How the site is, for a person without a terminal; and what was given up, to be tried again. */
import { Fragment } from "react";
import { fillIn } from "../../contract/placeholders.ts";
import type { CalendarState } from "../../contract/booking.ts";
import { INBOX_FIELDS, type InboxViews } from "../../contract/inbox.ts";
import type { LeadsOverview } from "../../contract/leads-admin.ts";
import { INBOX } from "../../contract/routes.ts";
import { Done, Frame, Press, useInbox } from "./frame.tsx";
import { Overview } from "./overview.tsx";

type Props = InboxViews["health"];

export function HealthPage({ dead, overview, ...shown }: Props) {
  const { inbox } = useInbox();
  const content = inbox.health;
  return (
    <Frame signedIn back={INBOX.path} heading={content.heading}>
      <Done said={content.done} />
      <Alarms {...shown} />
      <Overview {...overview} />
      <Figures {...shown} />
      <Calendars {...shown} />
      <section aria-labelledby="dead">
        <h2 id="dead">{content.deadHeading}</h2>
        {dead.total === 0 ? <p>{content.noDead}</p> : <Dead dead={dead} />}
      </section>
    </Frame>
  );
}

function Figures({
  fault,
  health,
  hasMailServer,
  backupAges,
  lateBackups,
  version,
}: Omit<Props, "dead" | "overview">) {
  const { inbox, duration } = useInbox();
  const { health: content } = inbox;
  const age = (place: keyof typeof backupAges) => {
    const seconds = backupAges[place] ?? Infinity;
    return seconds === Infinity ? content.never : fillIn(content.ago, { time: duration(seconds * 1000) });
  };
  const mail = hasMailServer ? content.mailServer : fillIn(content.mailFiles, { count: health.written });
  const late = new Set<string>(lateBackups);
  const rows = [
    {
      name: "store",
      value: fault === undefined ? content.stores : `${content.fault} ${fault}`,
      isWrong: fault !== undefined,
    },
    { name: "mail", value: mail, isWrong: !hasMailServer },
    {
      name: "mailFailing",
      value: String(health.mailToAgencyFailing),
      isWrong: health.mailToAgencyFailing > 0,
    },
    { name: "undelivered", value: String(health.undelivered), isWrong: false },
    { name: "withheld", value: String(health.withheld), isWrong: false },
    ...(["local", "elsewhere"] as const).map((name) => ({ name, value: age(name), isWrong: late.has(name) })),
    { name: "version", value: version, isWrong: false },
  ] as const;
  return (
    <dl className="facts">
      {rows.map(({ name, value, isWrong }) => (
        <div key={name}>
          <dt>{content.names[name]}</dt>
          <dd className={isWrong ? "fault" : undefined}>
            {name === "version" ? <code>{value}</code> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The oldest; each can be tried again, and all at once. */
function Dead({ dead: { deliveries, total } }: Pick<Props, "dead">) {
  const { inbox, leadContent, plural } = useInbox();
  return (
    <>
      <Press action={INBOX.reviveDead}>{plural(inbox.health.reviveAll, total)}</Press>
      <ul className="deliveries">
        {deliveries.map(({ id, kind, target, leadId, leadName, lastError }) => (
          <li key={id}>
            <p>
              <strong>{leadContent.kinds[kind] ?? kind}</strong> {target}{" "}
              <a href={`${INBOX.lead(leadId)}#deliveries`} dir="auto">
                {leadName}
              </a>
            </p>
            {lastError !== undefined && <p className="fault">{lastError}</p>}
            <Press
              action={INBOX.reviveDead}
              fields={[[INBOX_FIELDS.delivery, id]]}
              className="quiet"
              aria-label={`${leadContent.revive}: ${leadName}`}
            >
              {leadContent.revive}
            </Press>
          </li>
        ))}
      </ul>
    </>
  );
}

type AlarmsProps = Pick<InboxViews["health"], "calendars" | "lateBackups"> & {
  contentProblems?: string | undefined;
};

/** What is wrong with the content, the backups and the calendars. */
export function Alarms({ contentProblems, lateBackups, calendars }: AlarmsProps) {
  const { inbox } = useInbox();
  return (
    <>
      {lateBackups.map((place) => (
        <p key={place} className="alarm">
          {inbox.lateBackup[place]}
        </p>
      ))}
      {contentProblems && <p className="alarm">{`${inbox.contentProblems} ${contentProblems}`}</p>}
      {calendars
        .filter((calendar) => !isWell(calendar))
        .map((calendar) => (
          <Calendar key={calendar.id} {...calendar} />
        ))}
    </>
  );
}

const isWell = ({ reason, skipped }: CalendarState) => reason === undefined && skipped.length === 0;

function Calendars({ calendars }: Pick<AlarmsProps, "calendars">) {
  return calendars.filter(isWell).map((calendar) => <Calendar key={calendar.id} {...calendar} />);
}

/** The age of its copy; for one that cannot be read, also the known reason. */
function Calendar({ number, reason, readAt = "", skipped }: CalendarState) {
  const { inbox, now, duration, moment } = useInbox();
  const { calendar: content } = inbox;
  if (reason === undefined) {
    const time = duration(Math.max(0, Date.parse(now) - Date.parse(readAt)));
    const read = fillIn(content.read, { number, time });
    if (skipped.length === 0) return <p>{read}</p>;
    return <p className="alarm">{`${read} ${fillIn(content.skipped, { dates: skipped.join(", ") })}`}</p>;
  }
  const copy = readAt === "" ? content.never : fillIn(content.copy, { time: moment(readAt) });
  return <p className="alarm">{`${fillIn(content.failing, { number })} ${reason} ${copy}`}</p>;
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
