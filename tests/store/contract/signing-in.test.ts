import { expect } from "vitest";
import {
  addMemberLink,
  openSignInLink,
} from "../../../server/leads/sign-ins.ts";
import type { Database } from "../../../server/store/database.ts";
import { countOf } from "../../../server/store/query.ts";
import { sql } from "../../../server/store/sql.ts";
import { ANA, BEN, HOUR, Scenario } from "./scenario.ts";
import { testWith } from "./stores.ts";

function start(store: Database) {
  const scenario = new Scenario(store);
  const at = (later = 0) => new Date(scenario.time + later).toISOString();
  const addLink = async (email = ANA) =>
    (await addMemberLink(store, email, scenario.time, HOUR / 4))?.subject;
  const getsLink = async (email?: string) =>
    (await addLink(email)) !== undefined;
  const press = (id = "") =>
    openSignInLink(store, id, {
      at: scenario.time,
      endsAt: scenario.time + HOUR,
    });
  /** @param id of the only sign-in to read */
  const openSignIns = (id?: string) =>
    scenario.services.team.openSignIns(at(), id);
  return { scenario, at, addLink, getsLink, press, openSignIns };
}

const test = testWith(start);

test("a link opens once before it expires, and a double press does no harm", async (made) => {
  const { scenario, at, addLink, press, openSignIns } = made;
  const [id, expired] = [await addLink(), await addLink()];
  expect(await openSignIns(id)).toEqual([]);
  expect(await Promise.all([press(id), press(id)])).toEqual([true, true]);
  const signIn = {
    id,
    email: ANA,
    role: "owner",
    openedAt: at(),
    endsAt: at(HOUR),
  };
  // The clock was set back a little.
  scenario.time -= 2_000;
  expect(await openSignIns(id)).toEqual([signIn]);
  scenario.time += 5_000;
  expect(await press(id)).toBe(true);
  scenario.time += 1;
  expect(await press(id)).toBe(false);
  scenario.time += HOUR / 4;
  expect(await press(expired)).toBe(false);
  scenario.time += HOUR;
  expect(await openSignIns()).toEqual([]);
  await addLink();
  const kept = sql`sign_ins`;
  expect(await scenario.store.read((query) => countOf(query, kept))).toBe(1);
});

test("a mailbox gets at most three unopened links; links of others do not count", async (made) => {
  const { scenario, addLink, getsLink, press } = made;
  const id = await addLink();
  expect([await getsLink(), await getsLink(), await getsLink()]).toEqual([
    true,
    true,
    false,
  ]);
  expect(await getsLink(BEN)).toBe(true);
  await press(id);
  expect([await getsLink(), await getsLink()]).toEqual([true, false]);
  scenario.time += HOUR / 4;
  expect(await getsLink()).toBe(true);
});

test("after a clock was a year ahead, nobody is locked out or signed in for a year", async (made) => {
  const { scenario, addLink, getsLink, press, openSignIns } = made;
  const year = 365 * 24 * HOUR;
  scenario.time += year;
  const id = await addLink();
  await press(id);
  for (let links = 0; links < 3; links++) await addLink();
  scenario.time -= year;
  expect(await getsLink()).toBe(true);
  expect(await openSignIns()).toEqual([]);
});
