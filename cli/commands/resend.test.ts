/** `resend`, on a real store whose receivers give the test's answers. */
import { expect, test } from "vitest";
import { NOON, openTestAdmin, type TestAdmin } from "../../tests/support/command.ts";
import { recordResults } from "../../tests/support/results.ts";

const NOBODY = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

const open = () => openTestAdmin({ now: () => NOON, webhookUrls: ["https://hooks.example/lead"] });

function recordWebhooks({ store }: TestAdmin, kind: "refused" | "retry"): Promise<string[]> {
  const result = { kind, reason: "It answered 400.", retryAfterMs: 60_000 };
  return recordResults(store, "webhook", result, () => NOON);
}

test("resend makes deliveries due again: those that wait, those that were given up, or one", async () => {
  const admin = await open();
  for (const name of ["A", "B", "C"]) await admin.addLead({ name });
  expect((await admin.run("resend", "waiting")).out).toEqual(["No failed delivery is waiting for a retry."]);
  const ids = await recordWebhooks(admin, "retry");
  const [first = ""] = ids;
  const { resent } = JSON.parse((await admin.run("resend", "waiting", "--json")).out.join("\n"));
  expect(resent.toSorted()).toEqual(ids.toSorted());
  await recordWebhooks(admin, "refused");
  expect((await admin.run("resend", first)).out).toEqual(["1 delivery is due now."]);
  expect((await admin.run("resend", "dead")).out).toEqual(["2 deliveries are due now."]);
  expect((await admin.run("resend", "dead")).out).toEqual(["No delivery was given up."]);
  await expect(admin.run("resend", NOBODY)).rejects.toThrow("No delivery with this id");
});

test("resend sends a mail that is withheld, since its mailbox had its mails of the day", async () => {
  const { addLead, admin, run, store } = await open();
  for (let lead = 0; lead < 12; lead++) await addLead();
  await recordResults(store, "mail", { kind: "sent" }, () => NOON);
  const found = await admin.deliveries({ state: "withheld", page: 1, size: 1 });
  const id = found.kind === "ok" ? (found.value.deliveries[0]?.id ?? "") : "";
  expect((await run("resend", id)).out).toEqual(["1 delivery is due now."]);
});
