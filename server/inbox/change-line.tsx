import { fillIn } from "../../contract/content/fill-in.ts";
import type { Change } from "../../contract/inbox/leads-admin.ts";
import { memberName } from "../../contract/inbox/member-name.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { Folded } from "./frame.tsx";
import { useInbox } from "./use-inbox.ts";

export const changeLines = (changes: readonly Change[]) =>
  changes.map((change) => (
    <ChangeLine key={change.changedAt + change.kind} {...change} />
  ));

function ChangeLine(change: Change) {
  const { linkPages, moment } = useInbox();
  const { who, visitor, nobody } = linkPages.stale;
  const { author, changedAt, reason } = change;
  const member = author === undefined ? nobody : memberName(author);
  const by = author === VISITOR ? visitor : member;
  return (
    <li>
      <strong>
        <ChangeText {...change} />
      </strong>{" "}
      {fillIn(who, { by, time: moment(changedAt) })}
      {reason && change.kind !== "follow-up" && (
        <p className="said" dir="auto">
          <Folded text={reason} />
        </p>
      )}
    </li>
  );
}

export function ChangeText({ kind, startsAt, reason }: Change) {
  const { linkPages, callTime, shortDay } = useInbox();
  const name = linkPages.stale.changes[kind];
  if (kind === "follow-up" && reason !== undefined)
    return `${name}: ${shortDay(reason)}`;
  return startsAt === undefined ? name : `${name}: ${callTime(startsAt)}`;
}
