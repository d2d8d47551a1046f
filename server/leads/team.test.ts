import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestStore } from "../../tests/support/store.ts";
import { newFolder } from "../../tests/machine/new-folder.ts";
import { createTeam } from "./team.ts";
import { addMember, chooseMails } from "./sign-ins.ts";
import * as signInsStatements from "./sign-ins.ts";
import { StoreUnavailable } from "../store/unavailable.ts";

const NOW = "2026-11-24T10:00:00.000Z";

test("the team has the addresses of the settings and of invited members, each once", async () => {
  const store = await openTestStore(join(newFolder(), "leads.db"));
  onTestFinished(() => store.close());
  const team = createTeam({ store, permanent: ["ana@agency.example"] });
  for (const email of ["ben@agency.example", "ana@agency.example"])
    await addMember(store, { email, by: "ana@agency.example", now: NOW });
  expect(await team.addresses()).toEqual([
    "ana@agency.example",
    "ben@agency.example",
  ]);
  expect([await team.mailed(), await team.mailedOwn()]).toEqual([
    await team.addresses(),
    [],
  ]);
  for (const mails of ["mine", "none"] as const) {
    await chooseMails(store, { email: "ben@agency.example", mails });
    // An address of the setting gets all mails, whichever choice is stored for it.
    await chooseMails(store, { email: "ana@agency.example", mails });
    expect(await team.mailed()).toEqual(["ana@agency.example"]);
    expect(await team.mailedOwn()).toEqual(
      mails === "mine" ? ["ben@agency.example"] : [],
    );
    expect(await team.addresses()).toHaveLength(2);
  }
  vi.spyOn(signInsStatements, "readTeam").mockRejectedValue(
    new StoreUnavailable("The disk is full."),
  );
  expect(await team.addresses()).toEqual(["ana@agency.example"]);
});
