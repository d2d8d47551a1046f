/** The drafts of the legal pages match the program: changing one without the other fails here. */
import { expect, test } from "vitest";
import { VisitSchema } from "../../contract/lead-visit.ts";
import { readMigrations } from "../../server/store/migrations.ts";
import { AS_DELIVERED } from "../support/legal-drafts.ts";
import { OUR_COLUMNS } from "../support/leads.ts";
import { startServer } from "../support/server.ts";
import { postForm } from "../wire/form-request.ts";

const { privacy, cookies } = AS_DELIVERED;

/** The draft's words for each stored field; empty for fields that say nothing about a visitor. */
const FIELDS: Record<string, string> = {
  name: "your name",
  email: "email address",
  company_name: "business name",
  selected_service: "the service you ask about",
  problems: "what you tell us of your problems",
  additional_info: "anything you add",
};
const VISIT: Record<string, string> = {
  from: "where your visit began",
  page: "the first page",
  referrer: "the site that led to it",
  campaign: "the advertisement's labels in the link",
  paid: "the advertisement's labels in the link",
  consent: "the consent note that you were shown",
};
const TABLES: Record<string, string> = {
  lead_submissions: "We keep what you type",
  lead_contexts: "Beside it we keep",
  lead_notes: "Our notes on your request",
  lead_history: "when its state changed",
  deliveries: "whether and when each of these messages was delivered",
  mailbox_mails: "You get a confirmation by email",
  lead_texts: "We keep what you type",
  lead_search: "We keep what you type",
  idempotency_keys: "",
  disabled_targets: "",
  form_texts: "",
  notices: "",
  calendar_copies: "",
  bookings: "We keep the time of the call, your time zone, the phone number that you give",
  closed_times: "",
  retention: "",
  sign_ins: "",
  team_members: "",
  write_probe: "",
  source_totals: "Beside it we keep",
};

test("the privacy draft names each stored field, and everything that is known of a visit", () => {
  expect(Object.keys(FIELDS)).toEqual(OUR_COLUMNS);
  expect(Object.keys(VISIT).toSorted()).toEqual(Object.keys(VisitSchema.entries).toSorted());
  for (const said of Object.values({ ...FIELDS, ...VISIT })) expect(privacy).toContain(said);
});

test("the privacy draft has a sentence for each table with a visitor's data", () => {
  const migrations = new URL("../../server/store/sqlite/migrations/", import.meta.url);
  const schema = readMigrations(migrations)
    .map(({ sql }) => sql)
    .join("\n");
  const tables = [...schema.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(([, name = ""]) => name);
  expect(tables.toSorted()).toEqual(Object.keys(TABLES).toSorted());
  for (const said of Object.values(TABLES)) expect(privacy).toContain(said);
  expect(schema).not.toMatch(/\b(ip|remote|client|user)_?(addr|agent|ip)/i);
  expect(privacy).toContain("this website neither stores nor logs it");
});

test("the cookie draft says that visitors get none", async () => {
  const { send } = await startServer();
  for (const request of [{ path: "/" }, { path: "/book-call" }, { path: "/nowhere" }, postForm()])
    expect((await send(request)).headers).not.toHaveProperty("set-cookie");
  expect(cookies).toContain("sets no cookies for visitors");
});
