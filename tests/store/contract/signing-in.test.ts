import { readOpenSignIns } from "../../../server/leads/team.ts";
import { expect } from "vitest";
import type { Database } from "../../../server/store/database.ts";
import { ANA, BEN, HOUR, Scenario } from "./scenario.ts";
import { testWith } from "./stores.ts";
import { addMemberLink, openSignInLink } from "../../../server/leads/sign-ins.ts";

function start(store: Database) {
  const scenario = new Scenario(store);
  const at = (later = 0) => new Date(scenario.time + later).toISOString();
  const link = async (email = ANA) => (await addMemberLink(store, email, scenario.time, HOUR / 4))?.subject;
  const kept = async (email?: string) => (await link(email)) !== undefined;
  const use = (id = "") => openSignInLink(store, id, { at: scenario.time, endsAt: scenario.time + HOUR });
  /** @param id of the only sign-in to read */
  const open = (id?: string) => readOpenSignIns(store, scenario.services.team, at(), id);
  return { scenario, at, link, kept, use, open };
}

const test = testWith(start);

test("a link opens once until it expires, also with a double press", async (made) => {
  const { scenario, at, link, use, open } = made;
  const [id, expired] = [await link(), await link()];
  expect(await open(id)).toEqual([]);
  expect(await Promise.all([use(id), use(id)])).toEqual([true, true]);
  const signIn = { id, email: ANA, openedAt: at(), endsAt: at(HOUR) };
  expect(await open(id)).toEqual([signIn]);
  scenario.time += 3_001;
  expect(await use(id)).toBe(false);
  scenario.time += HOUR / 4;
  expect(await use(expired)).toBe(false);
  scenario.time += HOUR;
  expect(await open()).toEqual([]);
});

test("a mailbox gets three links until one is opened or expires, whatever others get", async (made) => {
  const { scenario, link, kept, use } = made;
  const id = await link();
  expect([await kept(), await kept(), await kept()]).toEqual([true, true, false]);
  expect(await kept(BEN)).toBe(true);
  await use(id);
  expect([await kept(), await kept()]).toEqual([true, false]);
  scenario.time += HOUR / 4;
  expect(await kept()).toBe(true);
});

test("a clock that was a year ahead locks no mailbox out, and signs nobody in for a year", async (made) => {
  const { scenario, link, kept, use, open } = made;
  const year = 365 * 24 * HOUR;
  scenario.time += year;
  const id = await link();
  await use(id);
  for (let links = 0; links < 3; links++) await link();
  scenario.time -= year;
  expect(await kept()).toBe(true);
  expect(await open(id)).toEqual([]);
  expect(await open()).toEqual([]);
});
