/** `resend`, on a real store whose receivers give the test's answers. */
import { expect, test } from "vitest";
import { NOON, openCommands } from "../../tests/support/command.ts";
import { recordResults } from "../../tests/support/results.ts";

test("resend makes deliveries due again that wait, or that were given up", async () => {
  const { addLead, run, store } = await openCommands({ webhookUrls: ["https://hooks.example/lead"] });
  const answer = (kind: "refused" | "retry") =>
    recordResults(store, "webhook", { kind, reason: "It answered 400.", retryAfterMs: 60_000 }, () => NOON);
  for (const name of ["A", "B", "C"]) await addLead({ name });
  expect((await run("resend", "waiting")).out).toEqual(["No failed delivery is waiting for a retry."]);
  await answer("retry");
  expect((await run("resend", "waiting")).out).toEqual(["3 deliveries are due now."]);
  await answer("refused");
  expect((await run("resend", "dead")).out).toEqual(["3 deliveries are due now."]);
  expect((await run("resend", "dead")).out).toEqual(["No delivery was given up."]);
});
