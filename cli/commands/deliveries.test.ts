/** The commands about deliveries, on a real store whose receivers give the test's answers. */
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { NOON, openTestAdmin, type TestAdmin } from "../../tests/fakes/command.ts";
import { recordResults } from "../../tests/fakes/results.ts";

const NOBODY = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

const open = () => openTestAdmin({ now: () => NOON, webhookUrls: ["https://hooks.example/lead"] });

function recordWebhooks({ store }: TestAdmin, kind: "refused" | "retry"): Promise<string[]> {
  const result = { kind, reason: "It answered 400.", retryAfterMs: 60_000 };
  return recordResults(store, "webhook", result, () => NOON);
}

test("deliveries lists those of all leads, in each state, with why one has not arrived and when it is retried", async () => {
  const admin = await open();
  await admin.addLead({ name: "Ben" });
  const [id = "?"] = await recordWebhooks(admin, "retry");
  const { out } = await admin.run("deliveries", "due");
  const at = out.findIndex((line) => line.endsWith(id));
  expect(out[at]).toMatch(/^due +webhook hooks\.example for Ben/);
  expect(out[at + 1]).toBe("           1 try, next Nov 20, 7:01 AM EST: It answered 400.");
  for (const line of out) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  await admin.run("answer", await admin.addLead());
  const states = async (...args: string[]) =>
    (await admin.run("deliveries", ...args)).out
      .slice(1)
      .map((line) => line.split(" ")[0])
      .filter((state) => state !== "");
  expect(await states("due")).toHaveLength(10);
  expect(await states("cancelled")).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect(await states("dead")).toEqual([]);
  expect(new Set(await states())).toEqual(new Set(["due", "cancelled"]));
  expect((await admin.run("deliveries", "--size", "5")).notes).toEqual(["13 deliveries, page 1 of 3"]);
});

test("resend makes deliveries due again: those that wait, those that were given up, or one; and fails for one that does not exist", async () => {
  const admin = await open();
  for (const name of ["A", "B", "C"]) await admin.addLead({ name });
  expect((await admin.run("resend", "waiting")).out).toEqual(["No failed delivery is waiting for a retry."]);
  const ids = await recordWebhooks(admin, "retry");
  const [first = ""] = ids;
  const { resent } = JSON.parse((await admin.run("resend", "waiting", "--json")).out.join("\n"));
  expect(resent.toSorted()).toEqual(ids.toSorted());
  await recordWebhooks(admin, "refused");
  expect((await admin.run("deliveries", "dead")).notes).toEqual(["3 deliveries"]);
  expect((await admin.run("resend", first)).out).toEqual(["1 delivery is due now."]);
  expect((await admin.run("resend", "dead")).out).toEqual(["2 deliveries are due now."]);
  expect((await admin.run("resend", "dead")).out).toEqual(["No delivery was given up."]);
  await expect(admin.run("resend", NOBODY)).rejects.toThrow("No delivery with this id");
});

test("resend sends a mail that is withheld, since its mailbox had its mails of the day", async () => {
  const { addLead, run, store } = await open();
  for (let lead = 0; lead < 12; lead++) await addLead();
  await recordResults(store, "mail", { kind: "sent" }, () => NOON);
  const [withheld] = JSON.parse((await run("deliveries", "withheld", "--json")).out.join("\n")).deliveries;
  expect((await run("resend", withheld.id)).out).toEqual(["1 delivery is due now."]);
});
