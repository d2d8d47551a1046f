import {
  shownCall,
  type Booking,
  type BookingLine,
  type WorkingHours,
} from "../../../contract/call/booking.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import { needsNoAnswer } from "../../../contract/inbox/outcome.ts";
import { phoneOf } from "../../../contract/lead/lead.ts";
import { INBOX_FIELDS } from "../fields.ts";
import {
  Post,
  Press,
  type PressProps,
  Section,
  PhoneLink,
  type LeadProps,
} from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";
import { TimeChoice } from "./book-call.tsx";

/** In a line about a lead: when its latest call is, and the number for it. */
export function LatestCall({ detail }: LeadProps) {
  const { inbox, calls, callTime } = useInbox();
  const call = shownCall(detail.bookings);
  if (!call) return null;
  return (
    <span className="from">
      {fillIn(inbox.call, { time: callTime(call.startsAt) })}
      {call.state !== "booked" && ` (${calls.states[call.state]})`}{" "}
      {call.phone && <PhoneLink number={call.phone} />}
    </span>
  );
}

export function LeadCalls({
  detail,
  openTimes,
}: LeadProps & { openTimes: readonly string[] }) {
  const { calls: content, now } = useInbox();
  const calls = detail.bookings.toReversed();
  if (calls.length === 0) return;
  return (
    <Section id="call" heading={content.one} className="lead-calls">
      {calls.map((call) => (
        <div key={call.id} className="lead-call">
          <CallTimes call={call} />
          {call.phone && (
            <p>
              {content.number}{" "}
              <PhoneLink number={call.phone} typed={call.phoneTyped} />
            </p>
          )}
          <CallState {...call} />
          <div className="call-actions">
            {changesOf(call, now).map((change) =>
              change === "came" ? (
                <Came key={change} call={call} seen={detail.version} />
              ) : (
                <ChangeForm
                  key={change}
                  change={change}
                  detail={detail}
                  call={call}
                  openTimes={openTimes}
                />
              ),
            )}
          </div>
        </div>
      ))}
    </Section>
  );
}

export function CallTimes({
  call: { startsAt, zone },
}: {
  call: Pick<Booking, "startsAt" | "zone">;
}) {
  const { calls: content, callTime } = useInbox();
  const time = callTime(startsAt);
  const theirs = callTime(startsAt, zone);
  return (
    <p>
      <time dateTime={startsAt}>{time}</time>
      {theirs !== time && (
        <span className="from">{fillIn(content.theirs, { time: theirs })}</span>
      )}
    </p>
  );
}

/** What became of a call, if somebody said so. */
export function CallState({ state }: Booking) {
  const { states } = useInbox().calls;
  return state !== "booked" && <span className="badge">{states[state]}</span>;
}

export function getsCallMails({ lead, outcome }: LeadDetail): boolean {
  const hasEmailAddress = phoneOf(lead.email) === undefined;
  return hasEmailAddress && !needsNoAnswer(outcome);
}

/** Says that the visitor came, which mails nobody. */
function Came({
  call,
  ...press
}: { call: Pick<Booking, "id"> } & Pick<PressProps, "action" | "seen">) {
  const { came } = useInbox().calls;
  return (
    <Press
      label={came}
      fields={{ [INBOX_FIELDS.call]: call.id }}
      name={INBOX_FIELDS.callChange}
      value="came"
      {...press}
    />
  );
}

/**
 * What can be done with a call in a list.
 * All but *Came* asks on the lead's page.
 */
export function CallLinks(call: BookingLine) {
  const { calls: content, now } = useInbox();
  const page = INBOX.lead(call.leadId);
  return changesOf(call, now).map((change) =>
    change === "came" ? (
      <Came key={change} call={call} seen={call.version} action={page} />
    ) : (
      <a key={change} href={`${page}#${change}-${call.id}`}>
        {content.changes[change].open}
      </a>
    ),
  );
}

export const isMissedMailed = (
  detail: LeadDetail,
  { mailMissed }: WorkingHours,
) => mailMissed && getsCallMails(detail);

type AskedChange = "move" | "cancel" | "missed";

/** What is said of a call that began can be corrected. */
function changesOf(
  { state, startsAt }: Booking,
  now: string,
): (AskedChange | "came")[] {
  if (state === "cancelled") return [];
  if (startsAt > now) return ["move", "cancel"];
  return (["came", "missed"] as const).filter((said) => said !== state);
}

function ChangeForm({
  change,
  detail,
  call,
  openTimes,
}: LeadProps & {
  call: Booking;
  change: AskedChange;
  openTimes: readonly string[];
}) {
  const { calls: content, workingHours } = useInbox();
  const { open, mailed, button } = content.changes[change];
  const isMailed =
    change === "missed"
      ? isMissedMailed(detail, workingHours)
      : getsCallMails(detail);
  return (
    <details>
      <summary>{open}</summary>
      {/* `CallsPage` links to this id. The browser
          opens the details around the link's target. */}
      <p id={`${change}-${call.id}`}>{isMailed ? mailed : content.unmailed}</p>
      <Post
        className={change === "move" ? "ask" : "actions"}
        seen={detail.version}
        fields={{ [INBOX_FIELDS.call]: call.id }}
        // The browser refuses an unfinished time, which it would send as none.
        noValidate={change !== "move"}
      >
        {change === "move" && (
          <TimeChoice offered={openTimes} id={`move-to-${call.id}`} />
        )}
        <button className="quiet" name={INBOX_FIELDS.callChange} value={change}>
          {button}
        </button>
      </Post>
    </details>
  );
}
