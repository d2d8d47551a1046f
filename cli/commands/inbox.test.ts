/** `sessions`: lists the sign-ins to the inbox, and ends them. */
import { expect, test } from "vitest";
import { NOON, openTestAdmin } from "../../tests/fakes/command.ts";

/** The last six digits of the first two are the same. */
const [ANA, TWIN, LINK] = [
  "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e",
  "019aa0b1-7c1e-7a66-8d9c-2d0a3c4c5d6e",
  "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6f",
] as const;

async function open() {
  const admin = await openTestAdmin({ now: () => NOON });
  const [openedAt, endsAt] = ["2026-11-20T11:00:00.000Z", "2026-11-27T11:00:00.000Z"];
  for (const [id, email] of [
    [ANA, "ana@agency.example"],
    [LINK, ""],
  ] as const) {
    await admin.store.run("addLink", { id, email, now: openedAt, endsAt });
    await admin.store.run("openLink", { id, now: openedAt, endsAt });
  }
  return admin;
}

test("sessions lists the sign-ins, ends one by the end of its id, or all, and names an unknown one", async () => {
  const { run } = await open();
  const { out, notes } = await run("sessions");
  expect(out).toEqual([
    expect.stringMatching(/^WHO +SINCE +UNTIL +ID$/),
    expect.stringMatching(/^ana@agency.example +Nov 20, 6:00 AM EST +Nov 27, 6:00 AM EST +\w{8}$/),
    expect.stringMatching(/^\(link of the command line\).*\w{8}$/),
  ]);
  expect(notes).toEqual(["2 signed in."]);
  expect((await run("sessions", "end", ANA.slice(-8))).out).toEqual(["1 ended."]);
  await expect(run("sessions", "end", ANA.slice(-8))).rejects.toThrow("There is no sign-in with this id.");
  expect(JSON.parse((await run("sessions", "--json")).out.join())).toMatchObject([{ id: LINK, email: "" }]);
  await expect(run("sessions", "end")).rejects.toThrow(/name a sign-in/);
  await expect(run("sessions", "end", LINK.slice(-8), "--all")).rejects.toThrow(/name a sign-in/);
  expect((await run("sessions", "end", "--all")).out).toEqual(["1 ended."]);
  expect((await run("sessions")).notes).toEqual(["Nobody is signed in."]);
});

test("sessions end signs nobody out when several ids end like this", async () => {
  const { run, store } = await open();
  const times = { now: "2026-11-20T11:00:00.000Z", endsAt: "2026-11-27T11:00:00.000Z" };
  await store.run("addLink", { id: TWIN, email: "ana@agency.example", ...times });
  await store.run("openLink", { id: TWIN, ...times });
  await expect(run("sessions", "end", ANA.slice(-6))).rejects.toThrow(
    "Several sign-ins have an id that ends like this. Type more of it.",
  );
  expect((await run("sessions")).notes).toEqual(["3 signed in."]);
  expect((await run("sessions", "end", TWIN.slice(-12))).out).toEqual(["1 ended."]);
});
