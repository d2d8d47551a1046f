import { expect, test } from "vitest";
import { openTestAdmin } from "../../tests/fakes/command.ts";
import { recordResults } from "../../tests/fakes/results.ts";

const NOON = Date.parse("2026-11-20T12:00:00.000Z");

test("says that mail to the agency fails, and exits with an error only while it does", async () => {
  const { store, addLead, run } = await openTestAdmin({
    now: () => NOON,
    context: { interrupted: () => AbortSignal.timeout(50) },
  });
  await addLead();
  expect((await run("watch")).notes).toHaveLength(1);
  await recordResults(store, "mail", { kind: "refused", reason: "The mailbox is full (552)." }, () => NOON);
  await expect(run("watch")).rejects.toThrow("Mail to you could not be delivered");
});
