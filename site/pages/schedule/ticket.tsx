import { fillIn } from "../../../contract/content/fill-in.ts";
import type {
  ChosenTime,
  Picking,
  ScheduleNotice,
} from "../../../contract/http/page.ts";
import { CALL_PATH, SCHEDULE_PATH } from "../../../contract/http/routes.ts";
import { SampleMark } from "../../components/sample-mark.tsx";
import type { ScheduleContent, ScheduleTexts } from "../../page-content.ts";
import page from "../book-call/book-call-page.module.css";

export const pathOf = ({ movedFrom }: Picking) =>
  movedFrom === undefined ? SCHEDULE_PATH : CALL_PATH;

export function boardPath(
  picking: Picking,
  query: Record<string, string | undefined>,
): string {
  const { token, movedFrom } = picking;
  const address = new URLSearchParams();
  const move = movedFrom === undefined ? undefined : "";
  for (const [name, value] of Object.entries({ ...query, token, move }))
    if (value !== undefined) address.set(name, value);
  return `${pathOf(picking)}?${address}`;
}

export function Facts({ facts }: Pick<ScheduleTexts, "facts">) {
  return (
    <ul className="ticket-facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

export function Host(host: NonNullable<ScheduleContent["host"]>) {
  const { portrait, intro, name } = host;
  const { role, sample } = host;
  return (
    <p className="ticket-host">
      {portrait && <img {...portrait} alt="" />}
      <span>
        <small>{intro}</small>
        <strong>{`${name}, ${role}`}</strong> <SampleMark sample={sample} />
      </span>
    </p>
  );
}

type MomentProps = {
  schedule: Pick<ChosenTime, "startsAt" | "clocks">;
  texts: ScheduleTexts;
};

type TicketProps = { schedule: ChosenTime; texts: ScheduleTexts };

export function TicketHead({ schedule, texts }: TicketProps) {
  const { day, zone } = schedule;
  return (
    <div className={`ticket-head ${page.orderHead}`}>
      <Moment {...{ schedule, texts }} />
      <a className="call-back" href={boardPath(schedule, { day, zone })}>
        {texts.change}
      </a>
    </div>
  );
}

/** The day, and below it the clock. */
export function Moment({ schedule: { startsAt, clocks }, texts }: MomentProps) {
  const { day, time, zone, agencyTime } = clocks;
  return (
    <p className="call-moment">
      <time dateTime={startsAt}>
        {day}
        <span className="hidden">{texts.locale.glue}</span>
        <br />
        {time}
      </time>{" "}
      <span>
        {zone}
        {agencyTime && `, ${fillIn(texts.ours, { time: agencyTime })}`}
      </span>
    </p>
  );
}

/**
 * The notice `old` only warns of stale times, so it does not take the focus.
 */
export function Notice({
  notice,
  texts,
}: {
  notice: ScheduleNotice | undefined;
  texts: ScheduleTexts;
}) {
  if (!notice) return null;
  const isAnswer = notice !== "old";
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the notice answers a pressed button
    <p role="alert" tabIndex={-1} autoFocus={isAnswer} className="call-notice">
      {texts.notices[notice]}
    </p>
  );
}
