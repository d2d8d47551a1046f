import { fillIn } from "../../../contract/content/fill-in.ts";
import { whoIs } from "../../../contract/lead/lead.ts";
import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { getsCallMails } from "../calls/lead-calls.tsx";
import { INBOX_FIELDS, tickOf } from "../fields.ts";
import { Frame, MarkButton, Post } from "../frame.tsx";
import { useInbox } from "../use-inbox.ts";

interface Removed {
  leads: readonly LeadDetail[];
  /** Who of the team gets a mail about a canceled call. The visitor gets a mail, too. */
  readers: { leads: readonly string[]; inTurn: boolean };
}

interface DeleteProps extends Removed {
  back: string;
  /** The number of leads in the list. `leads` may be fewer. Undefined for ticked leads. */
  total?: number | undefined;
}

export function DeletePage({ leads, readers, back, total }: DeleteProps) {
  const { inbox, linkPages, plural } = useInbox();
  const content = linkPages.delete;
  const only = leads.length === 1 ? leads[0] : undefined;
  const fields = {
    [INBOX_FIELDS.lead]: leads.map(tickOf).join(" "),
    [INBOX_FIELDS.back]: back,
  };
  const heading =
    total === undefined
      ? content.heading
      : plural(inbox.all.heading, leads.length);
  return (
    <Frame back={back} heading={heading}>
      {total !== undefined && total > leads.length && (
        <p>{fillIn(inbox.all.more, { count: leads.length, total })}</p>
      )}
      <Leads leads={leads} />
      <Cancellations leads={leads} readers={readers} />
      <p>{content.text}</p>
      <Post action={INBOX.delete} className="actions" fields={fields}>
        {total !== undefined && (
          <MarkButton mark="spam" formAction={INBOX.mark} />
        )}
        <button className="danger">{content.button}</button>
        <a href={only ? INBOX.lead(only.lead.id) : back}>{content.keep}</a>
      </Post>
    </Frame>
  );
}

interface EraseProps extends Removed {
  /** The page of this lead opened the page. */
  id: string;
}

export function ErasePage({ id, leads, readers }: EraseProps) {
  const { linkPages } = useInbox();
  const { erase } = linkPages;
  const count = (parts: (lead: LeadDetail) => readonly unknown[]) =>
    leads.flatMap(parts).length;
  const counts = {
    leads: leads.length,
    notes: count(({ notes }) => notes),
    calls: count(({ bookings }) => bookings),
    deliveries: count(({ deliveries }) => deliveries),
  };
  return (
    <Frame back={INBOX.lead(id)} heading={erase.heading}>
      <Leads leads={leads} />
      <p>{fillIn(erase.text, counts)}</p>
      <Cancellations leads={leads} readers={readers} />
      <p>{erase.copies}</p>
      <Post action={INBOX.erase(id)} className="actions">
        <button className="danger">{erase.button}</button>
        <a href={INBOX.lead(id)}>{linkPages.delete.keep}</a>
      </Post>
    </Frame>
  );
}

function Cancellations({ leads, readers }: Removed) {
  const { linkPages, now, callTime } = useInbox();
  return leads.flatMap((detail) => {
    const { lead, bookings, owner } = detail;
    const team = readers.inTurn && owner ? [owner] : readers.leads;
    const addresses = (
      getsCallMails(detail) ? [lead.email, ...team] : team
    ).join(", ");
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

function Leads({ leads }: Pick<Removed, "leads">) {
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
