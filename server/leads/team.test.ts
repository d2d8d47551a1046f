import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { Scenario } from "../../tests/store/contract/scenario.ts";
import { testFrom } from "../../tests/support/server.ts";
import { openTestStore } from "../../tests/support/store.ts";
import { readEnv } from "../settings/env.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { createTeam, namedMembers } from "./team.ts";

const NOW = "2026-11-24T10:00:00.000Z";
const [ANA, BEN, EVE] = [
  "ana@agency.example",
  "ben@agency.example",
  "eve@agency.example",
];
const NAMED = [ANA, BEN];

async function newTeam() {
  const store = await openTestStore(join(newFolder(), "leads.db"));
  onTestFinished(() => store.close());
  return { store, team: createTeam(store, NAMED) };
}

const test = testFrom(newTeam);

test("everybody gets what an owner has chosen, and the owner of the settings every mail of the team", async ({
  team,
}) => {
  await team.add(EVE, ANA, NOW);
  expect(await team.mailed()).toEqual([ANA, BEN, EVE]);
  expect(await team.readers()).toMatchObject({ leads: [ANA, BEN] });
  const change = { mails: "mine", takesLeads: true } as const;
  for (const email of [ANA, BEN, EVE]) await team.change(email, change, NOW);
  expect([await team.mailed(), await team.mailedOwn()]).toEqual([
    [ANA],
    [BEN, EVE],
  ]);
  expect(await team.readers()).toMatchObject({ leads: [ANA, BEN, EVE] });
  for (const [email = "", ...leads] of [
    [ANA, BEN, EVE],
    [BEN, EVE],
    [EVE, ANA],
  ]) {
    await team.change(email, { takesLeads: false }, NOW);
    expect(await team.readers()).toMatchObject({ leads });
  }
});

test("who was removed stays removed, whatever the settings name and whoever changes them at once", async ({
  store,
  team,
}) => {
  const scenario = new Scenario(store);
  const { id: open } = await scenario.lead();
  const { id: won } = await scenario.lead({ email: "won@sample.co" });
  for (const id of [open, won]) await scenario.assign(id, BEN);
  await scenario.mark(won, "won");
  await team.add(EVE, ANA, NOW);
  for (const email of [BEN, EVE]) expect(await team.remove(email)).toBe(true);
  expect((await scenario.detail(open)).owner).toBeUndefined();
  expect((await scenario.detail(won)).owner).toBe(BEN);
  const change = { takesLeads: true };
  for (const email of [BEN, EVE])
    expect(await team.change(email, change, NOW)).toBeUndefined();
  expect(await team.addresses()).toEqual([ANA]);
  expect(await team.readerOf(BEN)).toBe(ANA);
  // The operator alone decides who the owner is.
  const handedOver = createTeam(store, [BEN, ANA]);
  expect(await handedOver.addresses()).toEqual([BEN, ANA]);
  await team.add(BEN, ANA, NOW);
  expect(await team.addresses()).toEqual(NAMED);
});

test("while the store fails, mails go to the owner alone", async ({
  store,
  team,
}) => {
  vi.spyOn(store, "read").mockRejectedValue(
    new StoreUnavailable("The disk is full."),
  );
  expect([await team.addresses(), await team.mailed()]).toEqual([[ANA], [ANA]]);
  expect((await team.readers()).leads).toEqual([ANA]);
});

test("an address is one member, however it is written", async () => {
  const NOTIFY_EMAIL =
    "Ana@Agency.example, Ana <ana@agency.example>; ANA@ａgency.example";
  const site = { contactEmail: "hello@agency.example" };
  const named = (source: Record<string, string>) =>
    namedMembers(readEnv(source).outbox, site);
  expect(named({ NOTIFY_EMAIL })).toEqual([ANA]);
  expect(named({})).toEqual([site.contactEmail]);
});
