/** What is wrong, above the list, with what a member can do about it. */
import { fillIn } from "../../../contract/content/fill-in.ts";
import {
  isEmptied,
  type CalendarState,
} from "../../../contract/call/booking.ts";
import { latePlaces } from "../../../contract/inbox/backup-ages.ts";
import type { Health } from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { LeadLink, Press } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import type { MachineState } from "./machine.ts";
import type { GivenUp } from "./read-health.ts";

export interface AlarmProps {
  health: Health;
  givenUp: GivenUp;
  machine: MachineState;
}

export function Alarms({ health, givenUp, machine }: AlarmProps) {
  const { inbox } = useInbox();
  return (
    <>
      {machine.fault !== undefined && (
        <Alarm text={`${inbox.storeFault} ${machine.fault}`} />
      )}
      <MailAlarms {...health} />
      {givenUp.count > 0 && <TryAgain {...givenUp} />}
      {health.purgeWaits > 0 && (
        <Alarm text={fillIn(inbox.purgeWaits, { count: health.purgeWaits })} />
      )}
      {latePlaces(machine.backupAges).map((place) => (
        <Alarm key={place} text={inbox.lateBackup[place]} />
      ))}
      {machine.contentProblems !== undefined && (
        <Alarm text={`${inbox.contentProblems} ${machine.contentProblems}`} />
      )}
      {machine.hidesVisitors === true && <Alarm text={inbox.hidesVisitors} />}
      {machine.calendars.map((calendar) => (
        <CalendarAlarm key={calendar.id} {...calendar} />
      ))}
    </>
  );
}

function Alarm({ text }: { text: string }) {
  return <p className="alarm">{text}</p>;
}

function MailAlarms({
  mailToAgencyFailing,
  written,
  withheld,
  withheldLeads,
}: Health) {
  const { inbox, plural } = useInbox();
  return (
    <>
      {mailToAgencyFailing > 0 && (
        <Alarm text={plural(inbox.mailFailing, mailToAgencyFailing)} />
      )}
      {written > 0 && <Alarm text={plural(inbox.mailWritten, written)} />}
      {withheld > 0 && (
        <p className="alarm">
          {plural(inbox.withheld, withheld)}
          <DeliveriesOf leads={withheldLeads} />
        </p>
      )}
    </>
  );
}

function TryAgain({ count, leads }: GivenUp) {
  const { inbox, plural } = useInbox();
  return (
    <div className="alarm">
      <p>
        {plural(inbox.givenUp, count)}
        <DeliveriesOf leads={leads} />
      </p>
      <Press
        label={plural(inbox.tryAgain, count)}
        action={INBOX.tryAgain}
        className="quiet"
      />
    </div>
  );
}

function DeliveriesOf({ leads }: { leads: GivenUp["leads"] }) {
  return leads.map(({ id, name }) => (
    <span key={id}>
      {" "}
      <LeadLink id={id} name={name} to={`${INBOX.lead(id)}#deliveries`} />
    </span>
  ));
}

function CalendarAlarm(calendar: CalendarState) {
  const { number, reason, readAt, skipped } = calendar;
  const { inbox, moment } = useInbox();
  const { failing, emptied, copy, never, skipped: unread } = inbox.calendar;
  if (reason === undefined && skipped.length === 0) return;
  if (reason === undefined)
    return (
      <Alarm text={fillIn(unread, { number, dates: skipped.join(", ") })} />
    );
  if (isEmptied(calendar)) return <Alarm text={fillIn(emptied, { number })} />;
  const lastCopy = readAt ? fillIn(copy, { time: moment(readAt) }) : never;
  return (
    <Alarm text={`${fillIn(failing, { number })} ${reason} ${lastCopy}`} />
  );
}
