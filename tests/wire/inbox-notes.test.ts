/** Notes are corrected by who wrote them. */
import { expect, test } from "vitest";
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import { INBOX } from "../../contract/routes.ts";
import { startServer } from "../support/server.ts";
import { formRequest, newLead, NOBODY, signIn, signInAs, viewOf } from "./inbox-request.ts";

const [ANA, BEN] = ["ana@agency.example", "ben@agency.example"];

const twoOfTeam = async () => {
  const server = await startServer({ outbox: { notifyEmail: [ANA, BEN] } });
  return { server, ana: await signInAs(server, ANA), ben: await signInAs(server, BEN) };
};

test("who wrote a note corrects it; a colleague and the command line's link do not", async () => {
  const { server, ana, ben } = await twoOfTeam();
  const id = await newLead(server);
  await server.send(formRequest(INBOX.note(id), { text: "Wants a quote" }, ana));
  const notes = async () => {
    const view = viewOf(await server.send({ path: INBOX.lead(id), headers: ben }));
    return view.view === "lead" ? view.detail.notes : [];
  };
  const [note] = await notes();
  const correct = async (text: string, headers: object, noteId = note?.id ?? "") =>
    (await server.send(formRequest(INBOX.correctNote(id, noteId), { text, seen: "1" }, headers))).status;
  expect(await correct("Eve", ben)).toBe(404);
  expect(await correct("Eve", await signIn(server))).toBe(404);
  expect(await correct("Eve", ana, NOBODY)).toBe(404);
  expect(await correct("Eve", ana, "nothing")).toBe(404);
  expect(await correct("x".repeat(MAX_NOTE_LENGTH + 1), ana)).toBe(400);
  expect(await correct("  ", ana)).toBe(303);
  expect(await notes()).toEqual([note]);
  expect(await correct("<b>Wants</b>\r\nan audit", ana)).toBe(303);
  expect(await notes()).toEqual([{ ...note, text: "<b>Wants</b>\nan audit" }]);
  // From a page that shows an older state: a note conflicts with nothing.
  expect(await correct("Not too late", ana)).toBe(303);
  expect(await notes()).toEqual([{ ...note, text: "Not too late" }]);
});
