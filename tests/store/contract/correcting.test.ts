/** Notes that their author corrects, and what an open page learns of changes. */
import { addNote, correctNote } from "../../../server/inbox/admin-changes.ts";
import { expect } from "vitest";
import { Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));

const [ANA, BEN] = ["ana@agency.example", "ben@agency.example"];
test("a note is corrected, and the history and the search follow", async (scenario) => {
  const { store, change } = scenario;
  const { id } = await scenario.lead();
  value(await addNote(store, change({ id, by: ANA }), "Wants an estimate"));
  const [note, other] = value(await addNote(store, change({ id, by: BEN }), "Called")).notes;
  scenario.time += 60_000;
  const corrected = { id: note?.id ?? "", text: "Wants an audit" };
  const { notes } = value(await correctNote(store, change({ id, by: ANA }), corrected));
  expect(notes).toEqual([{ ...note, text: corrected.text }, other]);
  const { history } = await scenario.detail(id);
  expect(history[0]).toMatchObject({ kind: "note-corrected", author: ANA });
  expect(history).toHaveLength(3);
  expect(await scenario.names("all", "audit")).toHaveLength(1);
  expect(await scenario.names("all", "estimate")).toEqual([]);
});
