/** Says who changed a lead after its page was shown, and makes the refused change anyway with one press. */
import { fillIn } from "../../contract/placeholders.ts";
import { VISITOR } from "../../contract/delivery.ts";
import type { Change } from "../../contract/history.ts";
import type { InboxViews } from "../../contract/inbox.ts";
import { Frame, Post, useInbox } from "./frame.tsx";

export function StalePage({ leads, action, fields, back, signedIn }: InboxViews["stale"]) {
  const { stale } = useInbox().linkPages;
  const wanted = leads[0]?.wanted;
  return (
    <Frame signedIn={signedIn} back={back} heading={stale.heading}>
      <p>{stale.text}</p>
      {leads.map(({ leadId, name, changes }) => (
        <section key={leadId} aria-label={name}>
          <h2 dir="auto">{name}</h2>
          <ul>
            {changes.map((change) => (
              <ChangeLine key={change.changedAt + change.kind} {...change} />
            ))}
          </ul>
        </section>
      ))}
      <Post action={action} className="actions asked" fields={fields}>
        <button className="main">
          {stale.anyway} {wanted && <What {...wanted} />}
        </button>
        <a href={back}>{stale.keep}</a>
      </Post>
    </Frame>
  );
}

/** What was changed, by whom and when. */
export function ChangeLine(change: Change) {
  const { reason } = change;
  return (
    <li>
      <strong>
        <What {...change} />
      </strong>{" "}
      <Who {...change} />
      {reason !== undefined && <p dir="auto">{reason}</p>}
    </li>
  );
}

function What({ kind, startsAt }: Change) {
  const { linkPages, callTime } = useInbox();
  const what = linkPages.stale.changes[kind];
  return startsAt === undefined ? what : `${what}: ${callTime(startsAt)}`;
}

function Who({ author, changedAt }: Change) {
  const { linkPages, moment } = useInbox();
  const { who, visitor, nobody } = linkPages.stale;
  const by = author === VISITOR ? visitor : (author ?? nobody);
  return fillIn(who, { by, time: moment(changedAt) });
}
