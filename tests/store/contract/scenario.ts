import type {
  Availability,
  Booking,
  StoredWish,
} from "../../../contract/call/booking.ts";
import { timeAfter } from "../../../contract/durations.ts";
import type { ServerContent } from "../../../contract/http/build-manifest.ts";
import type { Mark } from "../../../contract/inbox/inbox-names.ts";
import {
  LISTS,
  type LeadFilter,
  type List,
} from "../../../contract/inbox/leads-admin.ts";
import type { LeadFields, LeadRow } from "../../../contract/lead/lead.ts";
import type {
  ChannelName,
  DeliveryKind,
} from "../../../contract/mail/delivery.ts";
import type { BookResult } from "../../../server/calls/bookings.ts";
import { EVER, readCalls } from "../../../server/calls/stored-calls.ts";
import type { Claimed } from "../../../server/deliveries/outbox-rows.ts";
import {
  createOutbox,
  type Outbox,
  type SendResult,
} from "../../../server/deliveries/outbox.ts";
import {
  correctLead,
  type EntryResult,
} from "../../../server/inbox/edit/enter-lead.ts";
import {
  addNote,
  assignLead,
  setFollowUp,
} from "../../../server/inbox/lead/lead-changes.ts";
import { listLeads } from "../../../server/inbox/list/list-leads.ts";
import { readHealth } from "../../../server/inbox/list/read-health.ts";
import { markLead } from "../../../server/inbox/mark/mark-lead.ts";
import { undoMark } from "../../../server/inbox/mark/undo-mark.ts";
import { removeLeads } from "../../../server/inbox/remove/remove-leads.ts";
import { readResults } from "../../../server/inbox/sources/sources.ts";
import { momentOf } from "../../../server/leads/days.ts";
import type { ChangeNow } from "../../../server/leads/history.ts";
import { replaceWish } from "../../../server/leads/insert-leads.ts";
import { readLead, readPerson } from "../../../server/leads/read-lead.ts";
import type { SeenVisit } from "../../../server/leads/read-visit.ts";
import { readStoreMetrics } from "../../../server/leads/store-metrics.ts";
import type { Leads } from "../../../server/leads/submit-lead.ts";
import type { Services } from "../../../server/services.ts";
import type { Database } from "../../../server/store/database.ts";
import {
  orUnavailable,
  StoreUnavailable,
} from "../../../server/store/unavailable.ts";
import { MANIFEST } from "../../support/build.ts";
import { ARRIVAL, LEAD } from "../../support/leads.ts";
import { createTestServices, temporaryFolder } from "../../support/server.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const SENT = { kind: "sent" } as const;

export const UNKNOWN = "01932000-0000-7000-8000-ffffffffffff";
export const RETRY = {
  kind: "retry",
  reason: "The receiver answered 500.",
} as const;
export const REFUSED = {
  kind: "refused",
  reason: "Nobody there (550).",
} as const;
export const HOOKS = ["https://a.example/hook", "https://b.example/hook"];
export const [ANA, BEN] = ["ana@agency.example", "ben@agency.example"];

/** A lead with these problems is suspected. */
export const SPAM = { problems: "[url=https://x.example]cheap[/url]" };

/** Two times on the second day after the scenario begins. */
export const TEN = "2026-11-22T10:00:00.000Z";
export const HALF_PAST = "2026-11-22T10:30:00.000Z";
export const NEXT_DAY = "2026-11-23T08:55:00.000Z";

export class Scenario {
  readonly store: Database;
  readonly folder = temporaryFolder();
  readonly outbox: Outbox;
  readonly change: ChangeNow;
  readonly submit: Leads["submitLeads"];
  readonly services: Services;
  time = Date.parse("2026-11-20T12:00:00.000Z");
  /** What `send` has claimed. */
  readonly sent: Claimed[] = [];
  readonly #webhookUrls: string[] = [];

  constructor(store: Database) {
    this.store = store;
    const now = () => this.time;
    // A random number of 1 makes each wait before a retry the longest possible.
    this.outbox = createOutbox(store, now, () => 1);
    const content: ServerContent = {
      ...MANIFEST,
      site: { ...MANIFEST.site, schedulingUrl: "" },
      workingHours: {
        ...MANIFEST.workingHours,
        callMinutes: { from: 15, to: 20 },
        gapMinutes: 10,
        reminderHours: [24, 1],
      },
    };
    this.services = createTestServices(store, this.folder, {
      now,
      content,
      outbox: { webhookUrls: this.#webhookUrls },
    });
    this.change = this.services.change;
    this.submit = this.services.leads.submitLeads;
  }

  set hours(changes: Partial<Availability>) {
    Object.assign(this.services.schedule?.availability ?? {}, changes);
  }

  get settings(): Services["deliverySettings"] {
    return this.services.deliverySettings;
  }

  /**
   * The webhooks of later events. The services
   * keep this array, so its elements change.
   */
  set webhookUrls(urls: readonly string[]) {
    this.#webhookUrls.splice(0, Infinity, ...urls);
  }

  set now(time: string) {
    this.time = Date.parse(time);
  }

  get now() {
    return new Date(this.time).toISOString();
  }

  async lead(changes: Partial<LeadRow> = {}, seen?: SeenVisit) {
    const { id, ...fields } = changes;
    const draft = {
      fields: { ...LEAD, ...fields },
      ...(id === undefined ? {} : { id }),
    };
    const result = await this.submit(
      [draft],
      { kind: "never" },
      { ...ARRIVAL, seen },
    );
    const [row] = result.kind === "stored" ? result.rows : [];
    if (!row) throw new Error(`The lead was not stored: ${result.kind}.`);
    return row;
  }

  async mark(id: string, mark: Mark, by?: string) {
    return detailIn(await markLead(this.store, mark, this.change({ id, by })));
  }

  answer(id: string, by?: string) {
    return this.mark(id, "answered", by);
  }

  reopen(id: string) {
    return this.mark(id, "reopened");
  }

  async undo(id: string, version: number) {
    return detailIn(
      await undoMark(this.store, this.change({ id, by: BEN }), version),
    );
  }

  reach(id: string, by?: string) {
    return this.mark(id, "reached", by);
  }

  /** @param day such as 2026-11-21, or empty for none */
  async followUp(id: string, day: string) {
    return detailIn(await setFollowUp(this.store, this.change({ id }), day));
  }

  async note(id: string, text: string, by?: string) {
    return detailIn(await addNote(this.store, this.change({ id, by }), text));
  }

  async assign(id: string, owner: string) {
    return detailIn(await assignLead(this.store, this.change({ id }), owner));
  }

  wish(id: string, wish: StoredWish) {
    return this.store.write((query) => replaceWish(query, id, wish, this.now));
  }

  async correct(id: string, changes: Partial<LeadFields>, by?: string) {
    return detailIn(await correctLead(this.services, { id, by }, changes));
  }

  remove(...ids: string[]) {
    return removeLeads(this.services, ids, undefined, 0);
  }

  async erase(address: string) {
    const leads = await readPerson(this.store, address);
    return this.remove(...leads.map(({ lead }) => lead.id));
  }

  /** @param lead fields of a new lead, or the id of a stored lead */
  async book(
    startsAt: string,
    lead: Partial<LeadRow> | string = {},
    more: { phone?: string; by?: string; zone?: string } = {},
  ) {
    const call = { zone: "Europe/London", phone: "+1 555 0100", ...more };
    if (typeof lead === "string")
      return this.services.calls.book(startsAt, lead, call);
    const prepared = await this.services.leads.prepareLeads(
      [{ fields: { ...LEAD, ...lead } }],
      { kind: "content" },
      ARRIVAL,
    );
    if (prepared.kind !== "ready") throw new Error("The lead is not valid.");
    return this.services.calls.book(startsAt, prepared.insert, call);
  }

  /** Books a call that must succeed. */
  async bookCall(...call: Parameters<Scenario["book"]>) {
    return booked(await this.book(...call));
  }

  move(id: string, startsAt: string, by?: string) {
    return this.services.calls.move(id, startsAt, { by });
  }

  cancel(id: string) {
    return this.services.calls.cancel(id, {});
  }

  say(id: string, state: "came" | "missed") {
    return this.services.calls.say(id, state, {});
  }

  calls() {
    return readCalls(this.store, { since: EVER });
  }

  async claim(channel: ChannelName = "mail", limit = 100) {
    return (await this.outbox.claim(channel, limit)).deliveries;
  }

  /**
   * Records `result` for due deliveries. If
   * `only` is a kind, the others are `SENT`.
   */
  async send(
    channel: ChannelName = "mail",
    result: SendResult = SENT,
    only?: DeliveryKind,
  ) {
    const claimed = await this.claim(channel);
    this.sent.push(...claimed);
    for (const delivery of claimed)
      await this.outbox.recordResult(
        delivery,
        (only ?? delivery.kind) === delivery.kind ? result : SENT,
      );
    return claimed;
  }

  /** Like `send`. @returns kinds, such as `booking invitation` */
  async sendAll(...how: Parameters<Scenario["send"]>) {
    return kindsOf(await this.send(...how));
  }

  list(filter: LeadFilter = "all", search = "") {
    return listLeads(this.store, { filter, search, size: 10, ...this.moment });
  }

  get moment() {
    return momentOf({ timeZone: "UTC", now: () => this.time });
  }

  /** The lists in which the lead is. */
  async lists(id: string) {
    return (await this.listsOf([id]))[0] ?? [];
  }

  async listsOf(ids: readonly string[]) {
    const found = ids.map((): List[] => []);
    for (const list of LISTS) {
      const input = { filter: list, size: 1_000, ...this.moment };
      const { leads } = await listLeads(this.store, input);
      for (const { lead } of leads) found[ids.indexOf(lead.id)]?.push(list);
    }
    return found;
  }

  async names(...asked: Parameters<Scenario["list"]>) {
    return (await this.list(...asked)).leads.map(({ lead }) => lead.name);
  }

  async detail(id: string) {
    return detailIn(await readLead(this.store, id));
  }

  health() {
    return readHealth(this.store, this.now);
  }

  async metrics() {
    const rows = await readStoreMetrics(this.store, this.time);
    return Object.fromEntries(rows.map(([name, , value]) => [name, value]));
  }

  /** The week up to now. */
  async week() {
    const since = new Date(this.time - 7 * DAY).toISOString();
    return readResults(this.store, { since, until: this.now }, this.now);
  }

  async states(id: string) {
    const { deliveries } = await this.detail(id);
    return Object.fromEntries(
      deliveries.map(({ kind, state }) => [kind, state]),
    );
  }
}

/**
 * Retries while the store is unavailable,
 * because a loaded machine may be too slow.
 */
export async function untilAvailable<Answer>(send: () => Promise<Answer>) {
  for (;;) {
    const answer = await orUnavailable(send());
    if (!(answer instanceof StoreUnavailable)) return answer;
  }
}

export function detailIn(result: EntryResult | undefined) {
  if (result && "lead" in result) return result;
  throw new Error("The lead does not exist, or the change is refused.");
}

export const kindsOf = (deliveries: readonly { kind: string }[]) =>
  deliveries
    .map(({ kind }) => kind)
    .toSorted()
    .join(" ");

export function booked(result: BookResult): {
  booking: Booking;
  lead: LeadRow;
} {
  if (result.kind === "booked") return result;
  throw new Error(`The call was not booked: ${result.kind}.`);
}

export function first<Item>(items: readonly Item[]) {
  const [item] = items;
  if (item === undefined) throw new Error("The list is empty.");
  return item;
}

export const other = (number: number) => ({
  email: `visitor${number}@sample.co`,
});

export const minutesAfter = (time: string, minutes: number) =>
  timeAfter(time, minutes * MINUTE);
