import { expect } from "vitest";
import type { Stale } from "../../../contract/inbox/leads-admin.ts";
import { correctLead } from "../../../server/inbox/edit/enter-lead.ts";
import { markLead } from "../../../server/inbox/mark/mark-lead.ts";
import { StaleFailure, type ChangeNow } from "../../../server/leads/history.ts";
import { ANA, BEN, HALF_PAST, HOUR, type Scenario, TEN } from "./scenario.ts";
import { scenarioTest as test } from "./stores.ts";

type Which = Omit<Parameters<ChangeNow>[0], "id">;

/** Changes in the inbox, keyed by their names in the history. */
function changes(scenario: Scenario, id: string, callId: string) {
  const { store, services } = scenario;
  const { calls } = services;
  const change = (which: Which) => scenario.change({ id, ...which });
  return {
    answered: (which: Which) => markLead(store, "answered", change(which)),
    reopened: (which: Which) => markLead(store, "reopened", change(which)),
    lost: (which: Which) => markLead(store, "lost", change(which)),
    spam: (which: Which) => markLead(store, "spam", change(which)),
    won: (which: Which) => markLead(store, "won", change(which)),
    corrected: (which: Which) =>
      correctLead(services, { id, ...which }, { name: `Ada ${which.by}` }),
    "call-moved": (which: Which) => calls.move(callId, HALF_PAST, which),
    "call-cancelled": (which: Which) => calls.cancel(callId, which),
    "call-missed": (which: Which) => calls.say(callId, "missed", which),
  };
}

/** @returns undefined if the change was made */
function refusalOf(change: Promise<unknown>): Promise<Stale | undefined> {
  return change.then(
    () => undefined,
    (error) =>
      error instanceof StaleFailure ? error.leads[0] : Promise.reject(error),
  );
}

test("a change from an outdated page is refused, and the refusal lists all changes since", async (scenario) => {
  const { lead, booking } = await scenario.bookCall(TEN);
  const make = changes(scenario, lead.id, booking.id);
  for (const kind of [
    "lost",
    "reopened",
    "answered",
    "corrected",
    "call-moved",
    "call-missed",
  ] as const) {
    if (kind === "call-missed") scenario.time = Date.parse(HALF_PAST) + HOUR;
    const { version } = await scenario.detail(lead.id);
    await scenario.mark(lead.id, "lost", ANA);
    await scenario.mark(lead.id, "won", ANA);
    if (kind === "answered") await scenario.reopen(lead.id);
    const before = await scenario.detail(lead.id);
    const refused = await refusalOf(make[kind]({ seen: version, by: BEN }));
    expect(refused, kind).toMatchObject({
      leadId: lead.id,
      name: before.lead.name,
      version: before.version,
      wanted: {
        kind,
        author: BEN,
        ...(kind === "call-moved" && { startsAt: HALF_PAST }),
      },
    });
    expect(refused?.changes).toEqual(
      before.history.slice(0, before.version - version),
    );
    expect(await scenario.detail(lead.id), "nothing was changed").toEqual(
      before,
    );
    expect(
      await refusalOf(make[kind]({ seen: before.version, by: BEN })),
      kind,
    ).toBeUndefined();
    expect((await scenario.detail(lead.id)).version).toBe(before.version + 1);
  }
});

test("when two people change the same state at once, only one change is made", async (scenario) => {
  const kinds = [
    "lost",
    "spam",
    "reopened",
    "corrected",
    "call-moved",
    "call-cancelled",
  ] as const;
  for (const [place, kind] of kinds.entries()) {
    const startsAt = new Date(
      Date.parse(TEN) + place * 24 * HOUR,
    ).toISOString();
    const { lead, booking } = await scenario.bookCall(startsAt, {
      email: `${kind}@sample.co`,
    });
    const make = changes(scenario, lead.id, booking.id);
    const { version: seen } = await scenario.detail(lead.id);
    const both = await Promise.all(
      [make.won({ seen, by: ANA }), make[kind]({ seen, by: BEN })].map(
        refusalOf,
      ),
    );
    expect(both.filter(Boolean), kind).toHaveLength(1);
    expect((await scenario.detail(lead.id)).version).toBe(seen + 1);
  }
});
