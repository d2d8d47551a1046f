/** What was sent about a lead. */

import type { DeliveryLine } from "../../../contract/inbox/leads-admin.ts";
import { needsNoAnswer } from "../../../contract/inbox/outcome.ts";
import { isLeadEvent, LEAD_EVENTS } from "../../../contract/mail/delivery.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { Press, type LeadProps } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

export function Deliveries({ detail }: LeadProps) {
  // On a lead that may be spam, a cancelled
  // delivery waits for a person's judgement.
  const isShown = ({ state }: DeliveryLine) =>
    state !== "cancelled" || needsNoAnswer(detail.outcome);
  return (
    <ul id="deliveries" tabIndex={-1} className="deliveries">
      {detail.deliveries.filter(isShown).map((delivery) => (
        <Delivery key={delivery.id} {...delivery} />
      ))}
    </ul>
  );
}

function Delivery(delivery: DeliveryLine) {
  const { leadContent } = useInbox();
  const { id, kind, target } = delivery;
  const { state, why, lastError } = delivery;
  const fault = why === undefined ? lastError : leadContent.why[why];
  return (
    <li className={state}>
      <p>
        <strong>
          <DeliveryName kind={kind} />
        </strong>{" "}
        {target}
      </p>
      <When {...delivery} />
      {fault && <p className="fault">{fault}</p>}
      {state === "dead" && (
        <Press
          label={leadContent.revive}
          name={INBOX_FIELDS.delivery}
          value={id}
          className="quiet"
        />
      )}
    </li>
  );
}

/** A webhook is called by what its event tells. */
export function DeliveryName({ kind }: Pick<DeliveryLine, "kind">) {
  const { leadContent, linkPages } = useInbox();
  const { kinds, outcome } = leadContent;
  if (!isLeadEvent(kind)) return kinds[kind];
  const texts = { ...kinds, ...linkPages.stale.changes, outcome };
  return `${kinds.webhook}: ${texts[LEAD_EVENTS[kind]]}`;
}

function When({ state, nextAt, sentAt, attempts }: DeliveryLine) {
  const { leadContent, moment, plural } = useInbox();
  const at = state === "due" ? nextAt : sentAt;
  const what =
    state === "cancelled"
      ? leadContent.waitsForReview
      : leadContent.states[state];
  return (
    <p className="when">
      {what}
      {at && `, ${moment(at)}`}
      {attempts > 0 && `, ${plural(leadContent.tries, attempts)}`}
    </p>
  );
}
