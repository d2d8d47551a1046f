/** `resend`, on a real store whose receivers give the test's answers. */
import { expect, test } from "vitest";
import { NOON, openTestAdmin, type TestAdmin } from "../../tests/support/command.ts";
import { recordResults } from "../../tests/support/results.ts";

function recordWebhooks({ store }: TestAdmin, kind: "refused" | "retry"): Promise<string[]> {
  const result = { kind, reason: "It answered 400.", retryAfterMs: 60_000 };
  return recordResults(store, "webhook", result, () => NOON);
}

test("resend makes deliveries due again that wait, or that were given up", async () => {
  const admin = await openTestAdmin({ now: () => NOON, webhookUrls: ["https://hooks.example/lead"] });
  for (const name of ["A", "B", "C"]) await admin.addLead({ name });
  expect((await admin.run("resend", "waiting")).out).toEqual(["No failed delivery is waiting for a retry."]);
  await recordWebhooks(admin, "retry");
  expect((await admin.run("resend", "waiting")).out).toEqual(["3 deliveries are due now."]);
  await recordWebhooks(admin, "refused");
  expect((await admin.run("resend", "dead")).out).toEqual(["3 deliveries are due now."]);
  expect((await admin.run("resend", "dead")).out).toEqual(["No delivery was given up."]);
});
