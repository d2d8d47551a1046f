import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import { whoIs } from "../../../contract/lead/lead.ts";
import { getsCallMails } from "../calls/lead-calls.tsx";
import { INBOX_FIELDS, tickOf } from "../fields.ts";
import { Frame, MarkButton, Post } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

declare module "../pages.tsx" {
  interface NamedPages {
    DeletePage: typeof DeletePage;
  }
}

interface DeleteProps {
  leads: readonly LeadDetail[];
  back: string;
  /**
   * The number of leads in the list. `leads`
   * may be fewer. Undefined for ticked leads.
   */
  total?: number | undefined;
  /** The page of this lead asks to delete its whole person. */
  person?: string;
}

export function DeletePage({ leads, back, total, person }: DeleteProps) {
  const { inbox, linkPages, plural } = useInbox();
  const { heading, button } =
    person === undefined ? linkPages.delete : linkPages.erase;
  const only = leads.length === 1 ? leads[0]?.lead.id : person;
  const keep = only === undefined ? back : INBOX.lead(only);
  const isList = total !== undefined;
  const fields = {
    [INBOX_FIELDS.lead]: leads.map(tickOf).join(" "),
    [INBOX_FIELDS.back]: back,
  };
  return (
    <Frame
      back={keep}
      heading={isList ? plural(inbox.all.heading, leads.length) : heading}
    >
      {isList && total > leads.length && (
        <p>{fillIn(inbox.all.more, { count: leads.length, total })}</p>
      )}
      <Leads leads={leads} />
      <Cancellations leads={leads} />
      <Losses leads={leads} />
      <Post action={INBOX.delete} className="actions" fields={fields}>
        {isList && <MarkButton mark="spam" formAction={INBOX.mark} />}
        <button className="danger">{button}</button>
        <a href={keep}>{inbox.edit.cancel}</a>
      </Post>
    </Frame>
  );
}

type LeadsProps = Pick<DeleteProps, "leads">;

function Losses({ leads }: LeadsProps) {
  const { text, copies } = useInbox().linkPages.erase;
  const counts = {
    leads: leads.length,
    notes: leads.flatMap(({ notes }) => notes).length,
    calls: leads.flatMap(({ bookings }) => bookings).length,
    deliveries: leads.flatMap(({ deliveries }) => deliveries).length,
  };
  return (
    <>
      <p>{fillIn(text, counts)}</p>
      <p>{copies}</p>
    </>
  );
}

function Cancellations({ leads }: LeadsProps) {
  const { inbox, linkPages, now, callTime } = useInbox();
  return leads.flatMap((detail) => {
    const { lead, bookings } = detail;
    const team = inbox.team.heading;
    const addresses = getsCallMails(detail) ? `${lead.email}, ${team}` : team;
    const coming = bookings.filter(
      ({ state, startsAt }) => state === "booked" && startsAt > now,
    );
    return coming.map(({ id, startsAt }) => (
      <p key={id} className="alarm">
        <strong dir="auto">{lead.name}</strong>:{" "}
        {fillIn(linkPages.cancels, { time: callTime(startsAt), addresses })}
      </p>
    ));
  });
}

function Leads({ leads }: LeadsProps) {
  const { moment } = useInbox();
  return (
    <ul className="asked">
      {leads.map(({ lead }) => (
        <li key={lead.id}>
          <strong dir="auto">{whoIs(lead)}</strong>, {moment(lead.created_at)}
        </li>
      ))}
    </ul>
  );
}
