/** The commands about deliveries, on a real store whose receivers give the test's answers. */
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { openTestAdmin, type TestAdmin } from "../../tests/fakes/command.ts";
import { recordResults } from "../../tests/fakes/results.ts";

const NOON = Date.parse("2026-11-20T12:00:00.000Z");
const NOBODY = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

function open(): Promise<TestAdmin> {
  return openTestAdmin({ now: () => NOON, webhookUrls: ["https://hooks.example/lead"] });
}

function recordWebhooks({ store }: TestAdmin, outcome: "dead" | "again"): Promise<string[]> {
  const reason = "It answered 400.";
  const retry = { kind: "retry", reason, retryAfterMs: 60_000 } as const;
  const result = outcome === "dead" ? ({ kind: "refused", reason } as const) : retry;
  return recordResults(store, "webhook", result, () => NOON);
}

test("deliveries lists those of all leads, in each state", async () => {
  const admin = await open();
  await admin.addLead({ name: "Ben" });
  await admin.run("answer", await admin.addLead());
  const states = async (...args: string[]) =>
    (await admin.run("deliveries", ...args)).out.slice(1).map((line) => line.split(" ")[0]);
  expect(await states("--due")).toHaveLength(10);
  expect(await states("--state", "cancelled")).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await states("--dead")).toEqual([]);
  expect(new Set(await states())).toEqual(new Set(["due", "cancelled"]));
  expect((await admin.run("deliveries", "--size", "5")).notes).toEqual(["13 deliveries, page 1 of 3"]);
});

test("deliveries says why one has not arrived, and when it is retried", async () => {
  const admin = await open();
  await admin.addLead();
  const [id] = await recordWebhooks(admin, "again");
  const { out } = await admin.run("deliveries", "--due");
  const at = out.findIndex((line) => line.endsWith(id ?? "?"));
  expect(out[at]).toMatch(/^due +webhook hooks\.example for Dana/);
  expect(out[at + 1]).toBe("           1 try, next Nov 20, 7:01 AM EST: It answered 400.");
  for (const line of out) expect(stringWidth(line)).toBeLessThanOrEqual(80);
});

test("revive makes one due again, or all dead ones", async () => {
  const admin = await open();
  for (const name of ["A", "B", "C"]) await admin.addLead({ name });
  const [first = ""] = await recordWebhooks(admin, "dead");
  expect((await admin.run("deliveries", "--dead")).notes).toEqual(["3 deliveries"]);
  expect((await admin.run("revive", first)).out).toEqual(["1 delivery is due now."]);
  expect((await admin.run("revive", "--all-dead")).out).toEqual(["2 deliveries are due now."]);
  expect((await admin.run("revive", "--all-dead")).out).toEqual(["No delivery was given up."]);
  const revived = await recordWebhooks(admin, "dead");
  expect(revived).toHaveLength(3);
  const { revived: ids } = JSON.parse((await admin.run("revive", "--all-dead", "--json")).out.join("\n"));
  expect(ids.toSorted()).toEqual(revived.toSorted());
});

test("retry makes a waiting delivery due now", async () => {
  const admin = await open();
  await admin.addLead();
  expect((await admin.run("retry")).out).toEqual(["No failed delivery is waiting for a retry."]);
  const retried = await recordWebhooks(admin, "again");
  const { out } = await admin.run("retry", "--json");
  expect(JSON.parse(out.join("\n"))).toEqual({ retried });
  expect(await recordWebhooks(admin, "again")).toEqual(retried);
});

test("resend makes any tried delivery due again, revive only dead ones, and both fail for one that does not exist", async () => {
  const admin = await open();
  await admin.addLead();
  const [waiting = ""] = await recordWebhooks(admin, "again");
  await expect(admin.run("revive", waiting)).rejects.toThrow("No delivery with this id");
  expect((await admin.run("resend", waiting)).out).toEqual(["1 delivery is due now."]);
  expect(await recordWebhooks(admin, "dead")).toEqual([waiting]);
  expect((await admin.run("resend", waiting)).out).toEqual(["1 delivery is due now."]);
  for (const command of ["resend", "revive"])
    await expect(admin.run(command, NOBODY)).rejects.toThrow("No delivery with this id");
});
