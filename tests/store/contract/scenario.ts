/** Leads with their deliveries, a clock to turn, and an outbox on a store. */
import { listLeads } from "../../../server/inbox/list-leads.ts";
import { readHealth } from "../../../server/inbox/counts.ts";
import { readLead } from "../../../server/leads/read-lead.ts";
import type { ChannelName, DeliveryKind } from "../../../contract/delivery.ts";
import type { LeadRow } from "../../../contract/lead.ts";
import type { LeadDetail, LeadFilter, LeadList, Health } from "../../../contract/leads-admin.ts";
import type { Arrival, Leads } from "../../../server/leads/submit-lead.ts";
import type { SeenVisit } from "../../../server/leads/read-visit.ts";
import type { Services } from "../../../server/services.ts";
import { createOutbox, type Outbox, type SendResult } from "../../../server/deliveries/outbox.ts";
import type { Claimed, LeadSource } from "../../../server/store/store.ts";
import type { Database } from "../../../server/store/database.ts";
import type { Changed, ChangeNow } from "../../../server/leads/history.ts";
import { createTestServices, temporaryFolder } from "../../support/server.ts";
import { MANIFEST } from "../../support/build.ts";
import { LEAD } from "../../support/leads.ts";

const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;

const SENT = { kind: "sent" } as const;

/** The id of no lead. */
export const NOBODY = "01932000-0000-7000-8000-ffffffffffff";
export const RETRY = { kind: "retry", reason: "The receiver answered 500." } as const;
export const REFUSED = { kind: "refused", reason: "Nobody there (550)." } as const;
export const HOOKS = ["https://a.example/hook", "https://b.example/hook"];

export const WIRE: Arrival = { source: "wire", formTiming: {} };

export class Scenario {
  readonly store: Database;
  readonly folder = temporaryFolder();
  readonly outbox: Outbox;
  readonly change: ChangeNow;
  readonly submit: Leads["submitLeads"];
  readonly services: Services;
  time = Date.parse("2026-11-20T12:00:00.000Z");

  constructor(store: Database) {
    this.store = store;
    const now = () => this.time;
    // The longest backoff: after it, every random wait is over.
    this.outbox = createOutbox({ store, now, random: () => 1 });
    const workingHours = {
      ...MANIFEST.workingHours,
      callMinutes: { from: 15, to: 20 },
      gapMinutes: 10,
      reminderHours: [24, 1] as (1 | 24)[],
    };
    const content = { ...MANIFEST, workingHours };
    this.services = createTestServices(store, this.folder, { now, content, patienceMs: 0 });
    this.change = this.services.change;
    this.submit = this.services.leads.submitLeads;
  }

  get settings(): Services["deliverySettings"] {
    return this.services.deliverySettings;
  }

  get now(): string {
    return new Date(this.time).toISOString();
  }

  async lead(
    changes: Partial<LeadRow> = {},
    source: LeadSource = "wire",
    seen?: SeenVisit,
  ): Promise<LeadRow> {
    const { id, ...fields } = changes;
    const draft = { fields: { ...LEAD, ...fields }, ...(id === undefined ? {} : { id }) };
    const result = await this.submit(
      [draft],
      { kind: "never" },
      { source, formTiming: source === "test" ? undefined : {}, ...(seen && { seen }) },
    );
    const [row] = result.kind === "stored" ? result.rows : [];
    if (!row) throw new Error(`The lead was not stored: ${result.kind}.`);
    return row;
  }

  async claim(channel: ChannelName = "mail", limit = 100): Promise<Claimed[]> {
    const result = await this.outbox.claim(channel, limit);
    if (result.kind !== "claimed") throw new Error(result.reason);
    return result.deliveries;
  }

  /** Claims everything due, and records one result for all of it, or for one kind; others are sent. @returns its kinds */
  async sendAll(
    channel: ChannelName = "mail",
    result: SendResult = SENT,
    only?: DeliveryKind,
  ): Promise<string[]> {
    const claimed = await this.claim(channel);
    for (const delivery of claimed)
      await this.outbox.recordResult(delivery, (only ?? delivery.kind) === delivery.kind ? result : SENT);
    return claimed.map(({ kind }) => kind).toSorted();
  }

  async list(filter: LeadFilter = "all", search = "", skip = 0, size = 10): Promise<LeadList> {
    return value(await listLeads(this.store, { filter, search, skip, size, now: this.now }));
  }

  async names(...asked: Parameters<Scenario["list"]>): Promise<string[]> {
    return (await this.list(...asked)).leads.map(({ lead }) => lead.name);
  }

  async detail(id: string): Promise<LeadDetail> {
    return value(await readLead(this.store, id));
  }

  async health(): Promise<Health> {
    return value(await readHealth(this.store, this.now));
  }

  async states(id: string): Promise<Record<string, string>> {
    const { deliveries } = await this.detail(id);
    return Object.fromEntries(deliveries.map(({ kind, state }) => [kind, state]));
  }
}

/** Retries like a client that is told the store is busy: on a loaded machine some wait for too long. */
export async function untilAvailable<Answer extends { kind: string }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.kind !== "unavailable") return answer;
  }
}

export function value<Value>(result: Changed<Value> | { kind: "refused" }): Value {
  if (result.kind === "ok") return result.value;
  throw new Error(`The administration answered: ${"reason" in result ? result.reason : result.kind}`);
}

export function first<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error("There is none.");
  return item;
}
