/** Two people at once: a change from a page that shows an older state is refused, with who did what. */
import { expect } from "vitest";
import { answerLead, reopenLead, setOutcome } from "../../../server/inbox/admin-changes.ts";
import { correctLead } from "../../../server/inbox/enter-lead.ts";
import { booked, Calls, HALF_PAST, TEN } from "./calls.ts";
import { HOUR, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Calls(store));

const [ANA, BEN] = ["ana@agency.example", "ben@agency.example"];

/** Every change in the inbox, by what the history calls it. @param id of the lead @param call of its call */
function changes({ store, change, services: { calls, entry } }: Calls, id: string, call: string) {
  return {
    answered: (seen?: number, by?: string) => answerLead(store, change({ id, seen, by })),
    reopened: (seen?: number, by?: string) => reopenLead(store, change({ id, seen, by })),
    lost: (seen?: number, by?: string) => setOutcome(store, { ...change({ id, seen, by }), outcome: "lost" }),
    spam: (seen?: number, by?: string) => setOutcome(store, { ...change({ id, seen, by }), outcome: "spam" }),
    corrected: (seen?: number, by?: string) => correctLead(entry, { id, seen, by }, { name: `Ada ${by}` }),
    "call-moved": (seen?: number, by?: string) => calls.move(call, HALF_PAST, { by, seen }),
    "call-cancelled": (seen?: number, by?: string) => calls.cancel(call, { by, seen }),
    "call-missed": (seen?: number, by?: string) => calls.miss(call, { by, seen }),
  };
}

test("a change from an older page is refused with who did what, and made from the newest", async (calls) => {
  const { store, change } = calls;
  const { lead, booking } = booked(await calls.book(TEN));
  const made = changes(calls, lead.id, booking.id);
  for (const kind of ["lost", "reopened", "answered", "corrected", "call-moved", "call-missed"] as const) {
    if (kind === "call-missed") calls.time = Date.parse(HALF_PAST) + HOUR;
    const { version } = await calls.detail(lead.id);
    value(await setOutcome(store, { ...change({ id: lead.id, by: ANA }), outcome: "lost" }));
    value(await setOutcome(store, { ...change({ id: lead.id, by: ANA }), outcome: "won" }));
    if (kind === "answered") value(await reopenLead(store, change({ id: lead.id, by: ANA })));
    const before = await calls.detail(lead.id);
    const changedAt = calls.now;
    const refused = await made[kind](version, BEN);
    expect(refused, kind).toMatchObject({
      kind: "stale",
      leadId: lead.id,
      name: before.lead.name,
      version: before.version,
      wanted: { kind, author: BEN, ...(kind === "call-moved" && { startsAt: HALF_PAST }) },
    });
    const { changes: shown } = refused.kind === "stale" ? refused : expect.unreachable();
    expect(shown).toContainEqual({ kind: "won", author: ANA, changedAt });
    expect(shown).toHaveLength(before.version - version);
    expect(await calls.detail(lead.id), "nothing was changed").toEqual(before);
    expect((await made[kind](before.version, BEN)).kind, kind).toBe("ok");
    expect((await calls.detail(lead.id)).version).toBe(before.version + 1);
  }
});

test("of two changes of the same state at the same moment one is made, whatever they are", async (calls) => {
  const { store, change } = calls;
  const kinds = ["lost", "spam", "reopened", "corrected", "call-moved", "call-cancelled"] as const;
  for (const [place, kind] of kinds.entries()) {
    const startsAt = new Date(Date.parse(TEN) + place * 24 * HOUR).toISOString();
    const { lead, booking } = booked(await calls.book(startsAt, { email: `${kind}@sample.co` }));
    const made = changes(calls, lead.id, booking.id);
    const { version } = await calls.detail(lead.id);
    const won = setOutcome(store, { ...change({ id: lead.id, seen: version, by: ANA }), outcome: "won" });
    const both = await Promise.all([won, made[kind](version, BEN)]);
    expect(both.map((one) => one.kind).toSorted(), kind).toEqual(["ok", "stale"]);
    expect((await calls.detail(lead.id)).version).toBe(version + 1);
  }
});

test("a visitor's own change counts, and what is already so is refused to nobody", async (calls) => {
  const { store, change } = calls;
  const lead = await calls.lead();
  expect(lead).toBeDefined();
  const { booking } = booked(await calls.book(TEN, lead.id));
  const seen = (await calls.detail(lead.id)).version;
  value(await answerLead(store, change({ id: lead.id, seen: seen - 1, by: BEN })));
  value(await calls.services.calls.move(booking.id, HALF_PAST, { by: "visitor" }).then(asResult));
  expect(await calls.services.calls.cancel(booking.id, { by: BEN, seen })).toMatchObject({
    kind: "stale",
    changes: [{ kind: "call-moved", author: "visitor", startsAt: HALF_PAST }],
  });
  value(await calls.services.calls.move(booking.id, HALF_PAST, { by: BEN, seen }).then(asResult));
  value(await setOutcome(store, { ...change({ id: lead.id, by: ANA }), outcome: "won" }));
  value(await setOutcome(store, { ...change({ id: lead.id, seen, by: BEN }), outcome: "won" }));
  expect(await calls.detail(lead.id)).toMatchObject({ outcome: "won", outcomeBy: ANA, version: seen + 2 });
  value(await setOutcome(store, { ...change({ id: lead.id }), outcome: "lost" }));
  expect(await calls.detail(lead.id)).toMatchObject({ outcome: "lost" });
});

function asResult<Value>(result: { kind: "ok"; value: Value } | { kind: string }) {
  return "value" in result ? result : expect.unreachable(result.kind);
}
