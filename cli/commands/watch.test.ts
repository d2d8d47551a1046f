import { expect, test } from "vitest";
import { openTestAdmin } from "../../tests/fakes/command.ts";
import { recordResults } from "../../tests/fakes/results.ts";

const NOON = Date.parse("2026-11-20T12:00:00.000Z");

test("says that mail to the agency fails, and exits with an error while it still does", async () => {
  const interrupted = new AbortController();
  const { store, addLead, run } = await openTestAdmin({
    now: () => NOON,
    context: { interrupted: () => interrupted.signal },
  });
  await addLead();
  await recordResults(store, "mail", { kind: "refused", reason: "The mailbox is full (552)." }, () => NOON);
  setTimeout(() => interrupted.abort(), 50);
  await expect(run("watch")).rejects.toThrow("Mail to you could not be delivered");
});

test("exits without an error while mail is delivered", async () => {
  const { addLead, run } = await openTestAdmin({
    now: () => NOON,
    context: { interrupted: () => AbortSignal.timeout(50) },
  });
  await addLead();
  expect((await run("watch")).notes).toHaveLength(1);
});
