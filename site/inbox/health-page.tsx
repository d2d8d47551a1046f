/** How the site is, for a person without a terminal; and what was given up, to be tried again. */
import { INBOX_FIELDS, type InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { Done, Frame, Post, useInbox } from "./frame.tsx";
import { Calendar } from "./health.tsx";

type Props = InboxViews["health"];

export function HealthPage({ dead, calendars, contentProblems, ...shown }: Props) {
  const { inbox } = useInbox();
  const content = inbox.health;
  return (
    <Frame signedIn back={INBOX.path}>
      <h1>{content.heading}</h1>
      <Done said={content.done} />
      {contentProblems && <p className="alarm">{`${inbox.contentProblems} ${contentProblems}`}</p>}
      <Figures {...shown} />
      {calendars.map((calendar) => (
        <Calendar key={calendar.id} {...calendar} />
      ))}
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
}: Omit<Props, "dead" | "calendars" | "contentProblems">) {
  const { inbox, duration } = useInbox();
  const { health: content, lateBackup } = inbox;
  const age = (place: keyof typeof backupAges) => {
    const seconds = backupAges[place] ?? Infinity;
    return seconds === Infinity ? content.never : content.ago.replace("{time}", duration(seconds * 1000));
  };
  const mail = hasMailServer
    ? content.mailServer
    : content.mailFiles.replace("{count}", String(health.written));
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
    ...(["local", "elsewhere", "drill", "canary"] as const).map((name) => ({
      name,
      value: age(name),
      isWrong: late.has(name),
    })),
    { name: "version", value: version, isWrong: false },
  ] as const;
  return (
    <>
      {lateBackups.map((place) => (
        <p className="alarm" key={place}>
          {lateBackup[place]}
        </p>
      ))}
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
    </>
  );
}

/** The oldest; each can be tried again, and all at once. */
function Dead({ dead: { deliveries, total } }: Pick<Props, "dead">) {
  const { inbox, leadContent, plural } = useInbox();
  return (
    <>
      <Post action={INBOX.reviveDead}>
        <button>{plural(inbox.health.reviveAll, total)}</button>
      </Post>
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
            <Post action={INBOX.reviveDead}>
              <input type="hidden" name={INBOX_FIELDS.delivery} value={id} />
              <button className="quiet" aria-label={`${leadContent.revive}: ${leadName}`}>
                {leadContent.revive}
              </button>
            </Post>
          </li>
        ))}
      </ul>
    </>
  );
}
