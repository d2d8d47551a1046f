/** Rows that this version cannot read delay nothing else. */

import { expect } from "vitest";
import type { StoreLocation } from "../../server/settings/env.ts";
import { leadRow } from "../support/leads.ts";
import {
  deliveryRow,
  fillStore,
  type TableRow,
} from "../support/used-store.ts";
import { Scenario } from "./contract/scenario.ts";
import { openAt, testAtPlace } from "./contract/stores.ts";

const [ODD, PLAIN] = [
  leadRow(1, { name: "Odd", email: "odd@sample.co" }),
  leadRow(2, { name: "Plain" }),
];

const context = (lead_id: string, more: TableRow = {}): TableRow => {
  return {
    lead_id,
    source: "wire",
    due_at: "2026-11-21T12:00:00.000Z",
    version: 0,
    ...more,
  };
};
const delivery = (
  number: number,
  lead_id: string,
  more: TableRow = {},
): TableRow => deliveryRow(number, lead_id, { kind: "notification", ...more });
const hook = { kind: "webhook", target: "https://crm.example/" };

async function filledScenario(home: StoreLocation): Promise<Scenario> {
  const rows: Record<string, TableRow[]> = {
    lead_submissions: [ODD, PLAIN],
    lead_contexts: [
      context(ODD.id, {
        visit: '{"from":1}',
        suspicion: '["phrases","markup"]',
      }),
      context(PLAIN.id),
    ],
    deliveries: [
      // As many as one claim takes, so they fill it.
      ...Array.from({ length: 8 }, (_, n) =>
        delivery(n, ODD.id, {
          ...hook,
          event: '{"type":"lead.moved","at":"now"}',
        }),
      ),
      delivery(20, ODD.id),
      delivery(21, PLAIN.id, { next_at: "2026-11-20T12:00:01.000Z" }),
      delivery(22, PLAIN.id, { ...hook, next_at: "2026-11-20T12:00:01.000Z" }),
    ],
  };
  await fillStore(home, Object.entries(rows));
  const scenario = new Scenario(await openAt(home));
  scenario.time += 60_000;
  return scenario;
}

testAtPlace(
  "mail of a lead with unreadable parts is sent, and its unknown events wait",
  async (place) => {
    const scenario = await filledScenario(place);
    const mails = await scenario.claim("mail");
    expect(
      mails.map(({ lead, visit }) => `${lead.name} ${visit?.from}`).toSorted(),
    ).toEqual(["Odd undefined", "Plain undefined"]);
    const first = await scenario.outbox.claim("webhook", 8);
    expect(first).toMatchObject({ deliveries: [], unread: { length: 8 } });
    expect(await scenario.outbox.claim("webhook", 8)).toMatchObject({
      deliveries: [{ lead: { name: "Plain" } }],
      unread: [],
    });
    scenario.time += 11 * 60_000;
    expect(await scenario.outbox.claim("webhook", 20)).toMatchObject({
      unread: { length: 8 },
    });
  },
);
