/** A lead with a call is erased at the command line while no site runs: first both sides learn of the cancellation. */
import { expect, test, vi } from "vitest";
import { AGENCY, writeBuild } from "../support/build.ts";
import { callForm, openTimesAt } from "../wire/schedule-request.ts";
import { runCommand } from "../support/command-line.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startProcess } from "../support/process.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";
import { freePort } from "../machine/free-port.ts";
import { sqliteOutbox } from "./deliveries.ts";
import { environment, through } from "./environment.ts";

test("`erase` without a site sends the cancellation first, or waits until it is sent", async () => {
  const mailServer = await startMailServer("none");
  const TEST_DIST = writeBuild(temporaryFolder(), { site: { ...AGENCY, schedulingUrl: "" } });
  const env = { ...environment(), ...through(mailServer), TEST_DIST };
  const outbox = sqliteOutbox(env.DATA_DIR);
  const cancelled = (email: string) =>
    mailServer.mails.filter(({ to, raw }) => to[0] === email && raw.includes("method=CANCEL")).length;

  const site = await startProcess(env);
  for (const email of ["ada@sample.co", "ben@sample.co"]) {
    const [startsAt = ""] = await openTimesAt(site.port);
    expect((await sendRequest(site.port, callForm({ email }, startsAt))).status).toBe(303);
    // A booked time is shown as taken after two seconds at most.
    await vi.waitFor(async () => expect(await openTimesAt(site.port)).not.toContain(startsAt), 5_000);
  }
  await site.kill("SIGTERM");

  expect(await runCommand(["erase", "--email", "ada@sample.co", "--yes"], env)).toMatchObject({ code: 0 });
  expect(cancelled("ada@sample.co")).toBe(1);
  expect(await outbox.rows("SELECT email FROM lead_submissions")).toEqual([{ email: "ben@sample.co" }]);

  const erase = ["erase", "--email", "ben@sample.co", "--yes"];
  const away = { ...env, SMTP_URL: `smtp://127.0.0.1:${await freePort()}/?tls=none` };
  expect(await runCommand(erase, away)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was deleted yet\. The call is cancelled, /),
  });
  expect(cancelled("ben@sample.co")).toBe(0);
  await outbox.letTimePass();
  const again = await startProcess(env);
  await vi.waitFor(() => expect(cancelled("ben@sample.co")).toBe(1), 20_000);
  await again.kill("SIGTERM");
  expect(await runCommand(erase, env)).toMatchObject({ code: 0 });
  expect(await outbox.rows("SELECT id FROM lead_submissions")).toEqual([]);
  expect(await outbox.rows("SELECT id FROM bookings")).toEqual([]);
}, 120_000);
