/** Notes that their author corrects, and what an open page learns of changes. */
import { addNote, correctNote } from "../../../server/inbox/admin-changes.ts";
import { expect } from "vitest";
import { Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));

const [ANA, BEN] = ["ana@agency.example", "ben@agency.example"];
const NOBODY = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

test("only who wrote a note corrects it, and the history and the search follow", async (scenario) => {
  const { store, change } = scenario;
  const { id } = await scenario.lead();
  value(await addNote(store, change({ id, by: ANA }), "Wants an estimate"));
  const [note, other] = value(await addNote(store, change({ id, by: BEN }), "Called")).notes;
  scenario.time += 60_000;
  const corrected = { id: note?.id ?? "", text: "Wants an audit" };
  const correct = async (by: string | undefined, wanted = corrected) =>
    value(await correctNote(store, change({ id, by }), wanted)).notes;
  for (const by of [BEN, undefined]) expect(await correct(by)).toEqual([note, other]);
  expect(await correct(ANA, { ...corrected, id: NOBODY })).toEqual([note, other]);
  expect(await correctNote(store, change({ id: NOBODY, by: ANA }), corrected)).toEqual({ kind: "missing" });
  expect(await correct(ANA)).toEqual([{ ...note, text: corrected.text }, other]);
  const { history } = await scenario.detail(id);
  expect(history[0]).toMatchObject({ kind: "note-corrected", author: ANA });
  expect(history).toHaveLength(3);
  expect(await scenario.names("all", "audit")).toHaveLength(1);
  expect(await scenario.names("all", "estimate")).toEqual([]);
});
