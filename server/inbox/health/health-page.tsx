import { fillIn } from "../../../contract/content/fill-in.ts";
import type { CalendarState } from "../../../contract/call/booking.ts";
import { HOUR_MS } from "../../../contract/durations.ts";
import { latePlaces } from "../../../contract/inbox/backup-ages.ts";
import type { MachineState } from "./machine.ts";
import type {
  Health,
  LatestLeads,
  LeadDelivery,
} from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { Frame, LeadLink, Press, Section, useInbox } from "../frame.tsx";

interface Props extends MachineState {
  fault: string | undefined;
  health: Health;
  latest: LatestLeads;
  /** The oldest deliveries that the site gave up. */
  dead: readonly LeadDelivery[];
  hasMailServer: boolean;
  version: string;
}

export function HealthPage(page: Props) {
  const context = useInbox();
  const content = context.inbox.health;
  return (
    <Frame heading={content.heading}>
      <Alarms {...page} />
      <Overview {...page} />
      <Figures {...page} />
      {page.calendars.filter(isWell).map((calendar) => (
        <p key={calendar.id}>{calendarText(calendar, context)}</p>
      ))}
      <Section id="dead" heading={content.deadHeading}>
        {page.health.dead === 0 ? <p>{content.noDead}</p> : <Dead {...page} />}
      </Section>
    </Frame>
  );
}

function Overview({ latest, health }: Pick<Props, "latest" | "health">) {
  const { days, medianAnswerHours: hours } = latest;
  const { inbox, duration } = useInbox();
  const { overview: content } = inbox;
  const median = hours === undefined ? content.none : duration(hours * HOUR_MS);
  return (
    <section className="overview" aria-label={content.label}>
      <dl>
        {(["open", "overdue", "undelivered", "dead"] as const).map((name) => (
          <div
            key={name}
            className={
              health[name] > 0 && name !== "open" ? "wrong" : undefined
            }
          >
            <dt>{content[name]}</dt>
            <dd>{health[name]}</dd>
          </div>
        ))}
        <div>
          <dt>{content.median}</dt>
          <dd className="text">{median}</dd>
        </div>
      </dl>
      <Chart days={days} />
    </section>
  );
}

/** Sizes in units of the drawing, which CSS stretches. The line below each bar is 2 units high. */
const BAR = { width: 10, gap: 4, height: 56 };

function Chart({ days }: Pick<Props["latest"], "days">) {
  const { inbox, shortDay } = useInbox();
  const leadsADay = days.map(({ leads }) => leads);
  const highest = Math.max(1, ...leadsADay);
  const label = fillIn(inbox.overview.chart, { days: days.length });
  const figures = days.map(({ day, leads }) => `${day}: ${leads}`).join(", ");
  const most = fillIn(inbox.overview.most, {
    count: Math.max(0, ...leadsADay),
  });
  const step = BAR.width + BAR.gap;
  const box = `0 0 ${days.length * step - BAR.gap} ${BAR.height + 2}`;
  return (
    <figure className="chart">
      <figcaption>
        {label} <span>{most}</span>
      </figcaption>
      <svg
        viewBox={box}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}. ${figures}`}
      >
        {days.map(({ day, leads }, index) => {
          const height = (leads / highest) * BAR.height;
          return (
            <g key={day}>
              <title>{`${day}: ${leads}`}</title>
              <rect
                className="ground"
                x={index * step}
                y={BAR.height}
                width={BAR.width}
                height="2"
              />
              <rect
                x={index * step}
                y={BAR.height - height}
                width={BAR.width}
                height={height}
              />
            </g>
          );
        })}
      </svg>
      <p aria-hidden="true">
        {[days[0], days.at(-1)].map(
          (end) => end && <span key={end.day}>{shortDay(end.day)}</span>,
        )}
      </p>
    </figure>
  );
}

function Figures({ fault, health, hasMailServer, backupAges, version }: Props) {
  const { inbox, duration } = useInbox();
  const { health: content } = inbox;
  const age = (place: keyof typeof backupAges) => {
    // Without any backup, the age is undefined, or Infinity if an attempt has failed.
    const seconds = backupAges[place] ?? Infinity;
    if (seconds === Infinity) return content.never;
    return fillIn(content.ago, { time: duration(seconds * 1000) });
  };
  const { mailToAgencyFailing: failing, withheld, written } = health;
  const store =
    fault === undefined ? content.stores : `${content.fault} ${fault}`;
  const mail = hasMailServer
    ? content.mailServer
    : fillIn(content.mailFiles, { count: written });
  const late = latePlaces(backupAges);
  const figures = [
    ["store", store, fault !== undefined],
    ["mail", mail, !hasMailServer],
    ["mailFailing", failing, failing > 0],
    ["withheld", withheld, false],
    ["local", age("local"), late.includes("local")],
    ["elsewhere", age("elsewhere"), late.includes("elsewhere")],
    ["version", <code key="version">{version}</code>, false],
  ] as const;
  return (
    <dl className="facts">
      {figures.map(([name, value, isWrong]) => (
        <div key={name}>
          <dt>{content.names[name]}</dt>
          <dd className={isWrong ? "fault" : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Dead({ dead, health }: Pick<Props, "dead" | "health">) {
  const { inbox, leadContent, plural } = useInbox();
  return (
    <>
      <Press
        label={plural(inbox.health.reviveAll, health.dead)}
        action={INBOX.reviveDead}
      />
      <ul className="deliveries">
        {dead.map(({ id, kind, target, leadId, leadName, lastError }) => (
          <li key={id}>
            <p>
              <strong>{leadContent.kinds[kind] ?? kind}</strong> {target}{" "}
              <LeadLink
                id={leadId}
                name={leadName}
                to={`${INBOX.lead(leadId)}#deliveries`}
              />
            </p>
            {lastError !== undefined && <p className="fault">{lastError}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

export function Alarms({
  contentProblems,
  backupAges,
  calendars,
}: MachineState) {
  const context = useInbox();
  const { inbox } = context;
  const alarms = latePlaces(backupAges).map((place) => inbox.lateBackup[place]);
  if (contentProblems)
    alarms.push(`${inbox.contentProblems} ${contentProblems}`);
  for (const one of calendars)
    if (!isWell(one)) alarms.push(calendarText(one, context));
  return alarms.map((text) => (
    <p key={text} className="alarm">
      {text}
    </p>
  ));
}

const isWell = ({ reason, skipped }: CalendarState) =>
  reason === undefined && skipped.length === 0;

type Context = ReturnType<typeof useInbox>;

function calendarText(
  { number, reason, readAt = "", skipped }: CalendarState,
  context: Context,
) {
  const { inbox, now, duration, moment } = context;
  const { calendar: content } = inbox;
  if (reason !== undefined) {
    const lastCopy =
      readAt === ""
        ? content.never
        : fillIn(content.copy, { time: moment(readAt) });
    return `${fillIn(content.failing, { number })} ${reason} ${lastCopy}`;
  }
  const time = duration(Math.max(0, Date.parse(now) - Date.parse(readAt)));
  const read = fillIn(content.read, { number, time });
  const dates = skipped.join(", ");
  return dates === "" ? read : `${read} ${fillIn(content.skipped, { dates })}`;
}

export function Withheld({
  withheld,
  withheldLeads,
}: Pick<Health, "withheld" | "withheldLeads">) {
  const { inbox, plural } = useInbox();
  return (
    <p className="alarm">
      {plural(inbox.withheld, withheld)}{" "}
      {withheldLeads.map(({ id, name }) => (
        <LeadLink
          key={id}
          id={id}
          name={name}
          to={`${INBOX.lead(id)}#deliveries`}
        />
      ))}
    </p>
  );
}
