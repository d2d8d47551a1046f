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
  const note = value(await addNote(store, change({ id }, ANA), "Wants an estimate"));
  const other = value(await addNote(store, change({ id }, BEN), "Called"));
  scenario.time += 60_000;
  const corrected = { id: note.id, text: "Wants an audit" };
  const correct = (by: string | undefined, lead = id, wanted = corrected) =>
    correctNote(store, change({ id: lead }, by), wanted);
  for (const by of [BEN, undefined]) expect(await correct(by)).toEqual({ kind: "missing" });
  expect(await correct(ANA, NOBODY)).toEqual({ kind: "missing" });
  expect(await correct(ANA, id, { ...corrected, id: NOBODY })).toEqual({ kind: "missing" });
  expect(value(await correct(ANA))).toEqual({ ...note, text: corrected.text });
  const { notes, history } = await scenario.detail(id);
  expect(notes).toEqual([{ ...note, text: corrected.text }, other]);
  expect(history[0]).toMatchObject({ kind: "note-corrected", author: ANA });
  expect(history).toHaveLength(3);
  expect(await scenario.names("all", "audit")).toHaveLength(1);
  expect(await scenario.names("all", "estimate")).toEqual([]);
});
