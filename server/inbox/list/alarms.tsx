/** What is wrong, above the list, with what a member can do about it, and whom to call. */
import { createContext, use, type ReactNode } from "react";
import { fillIn } from "../../../contract/content/fill-in.ts";
import {
  isEmptied,
  type CalendarState,
} from "../../../contract/call/booking.ts";
import { latePlaces } from "../../../contract/inbox/backup-ages.ts";
import type { Health } from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { LeadLink, PhoneLink, Press } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import type { MachineState } from "./machine.ts";
import type { GivenUp } from "./read-health.ts";

export interface AlarmProps {
  health: Health;
  givenUp: GivenUp;
  machine: MachineState;
}

const RunnerContext = createContext<MachineState["runner"]>({
  runner: "",
  runnerPhone: "",
});

export function Alarms({ health, givenUp, machine }: AlarmProps) {
  const { inbox } = useInbox();
  return (
    <RunnerContext value={machine.runner}>
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
    </RunnerContext>
  );
}

interface AlarmTexts {
  text: string;
  children?: ReactNode;
  after?: ReactNode;
}

function Alarm({ text, children, after }: AlarmTexts) {
  const { heading } = useInbox().inbox.team.runner;
  const { runner, runnerPhone } = use(RunnerContext);
  return (
    <div className="alarm">
      <p>
        {text}
        {children}
      </p>
      {runner + runnerPhone !== "" && (
        <p>
          {heading}: {runner}{" "}
          {runnerPhone !== "" && <PhoneLink number={runnerPhone} />}
        </p>
      )}
      {after}
    </div>
  );
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
        <Alarm text={plural(inbox.withheld, withheld)}>
          <DeliveriesOf leads={withheldLeads} />
        </Alarm>
      )}
    </>
  );
}

function TryAgain({ count, leads }: GivenUp) {
  const { inbox, plural } = useInbox();
  return (
    <Alarm
      text={plural(inbox.givenUp, count)}
      after={
        <Press
          label={plural(inbox.tryAgain, count)}
          action={INBOX.tryAgain}
          className="quiet"
        />
      }
    >
      <DeliveriesOf leads={leads} />
    </Alarm>
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
