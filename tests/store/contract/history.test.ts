/** Two people at once: a change from a page that shows an older state is refused, with who did what. */
import { expect } from "vitest";
import type { LeadsAdmin } from "../../../contract/admin-operations.ts";
import { booked, Calls, HALF_PAST, TEN } from "./calls.ts";
import { HOUR, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Calls(store));

const [ANA, BEN] = ["ana@agency.example", "ben@agency.example"];

/** Every change in the inbox, by what the history calls it. @param id of the lead @param call of its call */
const changes = (admin: LeadsAdmin, id: string, call: string) => ({
  answered: (seen?: number, by?: string) => admin.answer({ id, seen }, by),
  reopened: (seen?: number, by?: string) => admin.reopen({ id, seen }, by),
  lost: (seen?: number, by?: string) => admin.outcome({ id, seen, outcome: "lost" }, by),
  spam: (seen?: number, by?: string) => admin.outcome({ id, seen, outcome: "spam" }, by),
  corrected: (seen?: number, by?: string) => admin.edit({ id, seen, fields: { name: `Ada ${by}` } }, by),
  "call-moved": (seen?: number, by?: string) => admin.moveCall({ id: call, seen, startsAt: HALF_PAST }, by),
  "call-cancelled": (seen?: number, by?: string) => admin.cancelCall({ id: call, seen }, by),
  "call-missed": (seen?: number, by?: string) => admin.missCall({ id: call, seen }, by),
});

test("a change from an older page is refused with who did what, and made anyway when it names the newest version", async (calls) => {
  const { admin } = calls;
  const { lead, booking } = booked(await calls.book(TEN));
  const made = changes(admin, lead.id, booking.id);
  for (const kind of ["lost", "reopened", "answered", "corrected", "call-moved", "call-missed"] as const) {
    if (kind === "call-missed") calls.time = Date.parse(HALF_PAST) + HOUR;
    const { version } = await calls.detail(lead.id);
    value(await admin.outcome({ id: lead.id, outcome: "lost" }, ANA));
    value(await admin.outcome({ id: lead.id, outcome: "won" }, ANA));
    if (kind === "answered") value(await admin.reopen({ id: lead.id }, ANA));
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
  const { admin } = calls;
  const kinds = ["lost", "spam", "reopened", "corrected", "call-moved", "call-cancelled"] as const;
  for (const [place, kind] of kinds.entries()) {
    const startsAt = new Date(Date.parse(TEN) + place * 24 * HOUR).toISOString();
    const { lead, booking } = booked(await calls.book(startsAt, { email: `${kind}@sample.co` }));
    const made = changes(admin, lead.id, booking.id);
    const { version } = await calls.detail(lead.id);
    const won = admin.outcome({ id: lead.id, seen: version, outcome: "won" }, ANA);
    const both = await Promise.all([won, made[kind](version, BEN)]);
    expect(both.map((one) => one.kind).toSorted(), kind).toEqual(["ok", "stale"]);
    expect((await calls.detail(lead.id)).version).toBe(version + 1);
  }
});

test("a visitor's own change counts; what is already so is refused to nobody; a program need not name a version", async (calls) => {
  const { admin } = calls;
  const lead = await calls.lead();
  expect(lead).toBeDefined();
  const { booking } = booked(await calls.book(TEN, lead.id));
  const seen = (await calls.detail(lead.id)).version;
  value(await admin.answer({ id: lead.id, seen: seen - 1 }, BEN));
  value(await calls.services.calls.move(booking.id, HALF_PAST, { by: "visitor" }).then(asResult));
  expect(await admin.cancelCall({ id: booking.id, seen }, BEN)).toMatchObject({
    kind: "stale",
    changes: [{ kind: "call-moved", author: "visitor", startsAt: HALF_PAST }],
  });
  value(await admin.moveCall({ id: booking.id, seen, startsAt: HALF_PAST }, BEN));
  value(await admin.outcome({ id: lead.id, outcome: "won" }, ANA));
  value(await admin.outcome({ id: lead.id, seen, outcome: "won" }, BEN));
  expect(await calls.detail(lead.id)).toMatchObject({ outcome: "won", outcomeBy: ANA, version: seen + 2 });
  value(await admin.outcome({ id: lead.id, outcome: "lost" }));
  expect(await calls.detail(lead.id)).toMatchObject({ outcome: "lost" });
});

function asResult<Value>(result: { kind: "ok"; value: Value } | { kind: string }) {
  return "value" in result ? result : expect.unreachable(result.kind);
}
