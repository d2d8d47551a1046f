/** Notes that their author corrects, and what an open page learns of changes. */
import { expect } from "vitest";
import { Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));

const [ANA, BEN] = ["ana@agency.example", "ben@agency.example"];
const NOBODY = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

test("only who wrote a note corrects it: the history says so, the search finds the new text, and no other note changes", async (scenario) => {
  const { admin } = scenario;
  const { id } = await scenario.lead();
  const note = value(await admin.note({ id, text: "Wants an estimate" }, ANA));
  const other = value(await admin.note({ id, text: "Called" }, BEN));
  scenario.time += 60_000;
  const correct = { id, noteId: note.id, text: "Wants an audit" };
  for (const by of [BEN, undefined])
    expect(await admin.correctNote(correct, by)).toEqual({ kind: "missing" });
  expect(await admin.correctNote({ ...correct, id: NOBODY }, ANA)).toEqual({ kind: "missing" });
  expect(await admin.correctNote({ ...correct, noteId: NOBODY }, ANA)).toEqual({ kind: "missing" });
  expect(value(await admin.correctNote(correct, ANA))).toEqual({ ...note, text: correct.text });
  const { notes, history } = value(await admin.lead({ id }));
  expect(notes).toEqual([{ ...note, text: correct.text }, other]);
  expect(history[0]).toMatchObject({ kind: "note-corrected", author: ANA });
  expect(history).toHaveLength(3);
  const found = async (search: string) =>
    value(await admin.list({ filter: "all", search, page: 1, size: 9 })).leads.length;
  expect([await found("audit"), await found("estimate")]).toEqual([1, 0]);
});
