/**
 * What is wrong, above the list, with what a
 * member can do about it, and whom to call.
 */

import {
  isEmptied,
  type CalendarState,
} from "../../../contract/call/booking.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import {
  latePlaces,
  type BackupAges,
} from "../../../contract/inbox/backup-ages.ts";
import type {
  Health,
  TeamSettings,
} from "../../../contract/inbox/leads-admin.ts";
import { isDay } from "../../../contract/locale/day.ts";
import { LeadLink, PhoneLink, Press } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

export interface MachineState {
  /** Who runs the site, and their number; each may be empty. */
  runner: Pick<TeamSettings, "runner" | "runnerPhone">;
  calendars: readonly CalendarState[];
  backupAges: BackupAges;
  /** Why the site does not show the changed content folder. */
  contentProblems: string | undefined;
  /** Whether the proxy in front hides visitors' addresses. */
  hidesVisitors: boolean;
  /** Why the store takes no lead now; undefined when it takes leads. */
  fault: string | undefined;
}

export interface AlarmProps {
  health: Health;
  machine: MachineState;
}

interface Alarm {
  text: string;
  /** The leads with deliveries that the alarm is about. */
  leads?: Health["givenUpLeads"];
  /** The label of the button that tries the deliveries again. */
  tryAgain?: string;
}

export function Alarms(props: AlarmProps) {
  const { heading } = useInbox().inbox.team.runner;
  const { runner, runnerPhone } = props.machine.runner;
  const alarms = [...useMachineAlarms(props), ...useDeliveryAlarms(props)];
  return alarms.map(({ text, leads = [], tryAgain }) => (
    <div key={text} className="alarm">
      <p>
        {text}
        {leads.map(({ id, name }) => (
          <span key={id}>
            {" "}
            <LeadLink id={id} name={name} to={`${INBOX.lead(id)}#deliveries`} />
          </span>
        ))}
      </p>
      {runner + runnerPhone !== "" && (
        <p>
          {heading}: {runner}{" "}
          {runnerPhone !== "" && <PhoneLink number={runnerPhone} />}
        </p>
      )}
      {tryAgain && (
        <Press label={tryAgain} action={INBOX.tryAgain} className="quiet" />
      )}
    </div>
  ));
}

function useDeliveryAlarms({ health }: AlarmProps): Alarm[] {
  const { inbox, plural } = useInbox();
  const { mailToAgencyFailing, written, withheld, givenUp } = health;
  const counted = [
    { forms: inbox.mailFailing, count: mailToAgencyFailing },
    { forms: inbox.mailWritten, count: written },
    { forms: inbox.withheld, count: withheld, leads: health.withheldLeads },
    {
      forms: inbox.givenUp,
      count: givenUp,
      leads: health.givenUpLeads,
      tryAgain: plural(inbox.tryAgain, givenUp),
    },
  ];
  return counted
    .filter(({ count }) => count > 0)
    .map(({ forms, count, ...alarm }) => {
      return { ...alarm, text: plural(forms, count) };
    });
}

function useMachineAlarms({ health, machine }: AlarmProps): Alarm[] {
  const words = useInbox();
  const { inbox } = words;
  const { fault, contentProblems, hidesVisitors, calendars } = machine;
  const { purgeWaits: count } = health;
  const texts = [
    fault && `${inbox.storeFault} ${fault}`,
    count > 0 && fillIn(inbox.purgeWaits, { count }),
    ...latePlaces(machine.backupAges).map((place) => inbox.lateBackup[place]),
    contentProblems && `${inbox.contentProblems} ${contentProblems}`,
    hidesVisitors && inbox.hidesVisitors,
    ...calendars.map((one) => calendarFault(one, words)),
  ];
  return texts.flatMap((text) => (text ? [{ text }] : []));
}

/** @returns undefined for a calendar that was read as a whole */
function calendarFault(
  calendar: CalendarState,
  { inbox, moment, shortDay }: ReturnType<typeof useInbox>,
): string | undefined {
  const { number, reason, readAt, skipped } = calendar;
  const words = inbox.calendar;
  const dates = skipped
    .map((day) => (isDay(day) ? shortDay(day) : day))
    .join(", ");
  if (reason === undefined)
    return dates && fillIn(words.skipped, { number, dates });
  if (isEmptied(calendar)) return fillIn(words.emptied, { number });
  const copy = readAt
    ? fillIn(words.copy, { time: moment(readAt) })
    : words.never;
  return `${fillIn(words.failing, { number })} ${reason} ${copy}`;
}
