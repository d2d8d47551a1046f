/** Texts of visitors in the inbox, where a sign that turns the direction must turn nothing beside it. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LIST } from "../../contract/inbox.ts";
import { emptyLead } from "../../contract/lead.ts";
import type { LeadList } from "../../contract/leads-admin.ts";
import { content } from "../../tests/content.ts";
import { NO_LEADS } from "../../tests/fakes/overview.ts";
import { CallsPage } from "./calls-page.tsx";
import { EditPage } from "./edit-page.tsx";
import { InboxContext, inboxOf } from "./frame.tsx";
import { DeletePage } from "./link-pages.tsx";
import { LeadPage } from "./lead-page.tsx";
import { ListPage } from "./list-page.tsx";

/** RIGHT-TO-LEFT OVERRIDE: shows what follows backwards. */
const TURNED = "\u202emoc.elpmaxe";
const time = { now: "2027-03-01T12:00:00.000Z", timeZone: "UTC" };
const later = "2027-03-02T12:00:00.000Z";
const said = { name: TURNED, company_name: TURNED, problems: TURNED, additional_info: TURNED };
const lead = { ...emptyLead(), id: "1", created_at: time.now, email: "a@b.example", ...said };
const detail = {
  lead,
  dueAt: later,
  test: true,
  suspicion: [],
  version: 0,
  notes: [],
  history: [],
  bookings: [],
  deliveries: [],
  unread: [],
};
const call = {
  id: "1",
  leadId: "1",
  startsAt: later,
  endsAt: later,
  blockedUntil: later,
  state: "booked",
  sequence: 0,
  zone: "UTC",
  phone: "",
  name: TURNED,
  companyName: TURNED,
  email: "a@b.example",
  suspected: true,
  createdAt: time.now,
  updatedAt: time.now,
  version: 0,
} as const;
const line = {
  id: "1",
  name: TURNED,
  companyName: TURNED,
  problem: TURNED,
  service: "",
  test: true,
  failedDeliveries: 1,
  version: 0,
  createdAt: time.now,
  dueAt: later,
};
const list: LeadList = { leads: [line], filter: "open", search: "", page: 1, pages: 1, total: 1 };

const due = { id: "1", name: TURNED, companyName: TURNED };
const today = { calls: [{ ...due, leadId: "1", startsAt: later, phone: "" }], followUps: [due] };
const shown = {
  query: LIST,
  list,
  overview: NO_LEADS,
  today,
  calendars: [],
  backupAges: {},
  lateBackups: [],
};
const opened = {
  detail,
  place: { query: "", list: "/inbox" },
  others: [],
  booking: undefined,
  me: undefined,
};
const PAGES: Record<string, [page: () => ReactNode, texts: number]> = {
  list: [() => <ListPage {...shown} />, 7],
  lead: [() => <LeadPage {...opened} />, 5],
  calls: [() => <CallsPage calls={[call]} closed={[]} feed={undefined} />, 2],
  delete: [() => <DeletePage leads={[detail]} back="/inbox" />, 2],
};

function rendered(page: ReactNode): string {
  return renderToStaticMarkup(
    <InboxContext value={inboxOf({ ...content, logo: null }, time)}>{page}</InboxContext>,
  );
}

test("a reply greets by the first name and quotes the text, numbers in it can be called, and a former service has its value", () => {
  const problems = "Call (201) 555-0142 or +1 201.555.0143\nRoom 12, 24/7 & 50%";
  const asked = { ...lead, name: "\u05d3\u05e0\u05d4 Ortiz", problems, selected_service: "fax-answering" };
  const html = rendered(<LeadPage {...opened} detail={{ ...detail, lead: asked }} />);
  expect(html).toContain("fax-answering");
  const [, href = ""] = /href="(mailto:[^"]*)"/.exec(html) ?? [];
  const { pathname, searchParams } = new URL(href.replaceAll("&amp;", "&"));
  const greeting = content.leadContent.greeting.replace("{name}", "\u05d3\u05e0\u05d4");
  expect([decodeURIComponent(pathname), Object.fromEntries(searchParams)]).toEqual([
    lead.email,
    {
      subject: content.leadContent.replySubject,
      body: `${greeting}\r\n\r\n\r\n> ${problems.replace("\n", "\r\n> ")}`,
    },
  ]);
  const dialed = [...html.matchAll(/href="(tel:[^"]*)"/g)].map(([, number]) => number);
  expect(dialed).toEqual(["tel:2015550142", "tel:+12015550143"]);
});

test("an email address that may be a number is called so, and a wrong one is refused as both", () => {
  const { emailOrPhone, neitherEmailNorPhone } = content.inbox.edit;
  const called = { ...lead, email: "2015550142@phone.invalid" };
  expect(rendered(<LeadPage {...opened} detail={{ ...detail, lead: called }} />)).toContain(emailOrPhone);
  const problems = [{ column: "email", message: "Not an email" }] as const;
  const page = {
    view: "edit",
    id: undefined,
    fields: {},
    problems,
    waits: false,
    action: "",
    back: "",
  } as const;
  const html = rendered(<EditPage {...page} />);
  expect(html).toContain(neitherEmailNorPhone);
  expect(html).not.toContain(problems[0].message);
});

test.each(Object.entries(PAGES))(
  "each text of a visitor has its own direction: %s",
  (_name, [page, texts]) => {
    const html = rendered(page());
    const around = [...html.matchAll(/(<[^>]*>)[^<>]*\u202e[^<>]*(?=<)/g)].map(([, tag]) => tag);
    expect(around.filter((tag) => !tag?.includes('dir="auto"'))).toEqual([]);
    expect(around).toHaveLength(texts);
  },
);
