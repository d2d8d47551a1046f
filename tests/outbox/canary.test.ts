/** The canary of a timer: it comes in as a visitor's lead does, its mail goes out, and nothing of it stays. */
import { expect, test } from "vitest";
import { runCommand } from "../fakes/command-line.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { startProcess } from "../fakes/process.ts";
import { SECRET_KEY, sendRequest } from "../fakes/server.ts";
import { freePort } from "../machine/free-port.ts";
import { LEADS_PATH } from "../wire/wire-request.ts";
import { environment, through } from "./environment.ts";

test("a canary arrives, is mailed and deleted, and is counted nowhere; one that does not arrive says why", async () => {
  let isClosed = false;
  const mailServer = await startMailServer("none", {
    onMailFrom: (_address, _session, done) => done(isClosed ? new Error("Closed for today") : null),
  });
  const port = String(await freePort());
  const env = {
    ...environment(),
    PORT: port,
    SITE_URL: `http://127.0.0.1:${port}`,
    ...through(mailServer),
    NOTIFY_EMAIL: "owner@agency.example",
  };
  const site = await startProcess(env);
  expect(await runCommand(["canary"], env)).toMatchObject({ code: 0, stdout: "" });
  expect(mailServer.mails.map(({ to, parsed }) => [to, parsed.subject])).toEqual([
    [["owner@agency.example"], expect.stringContaining("[Test]")],
  ]);
  const { body: text } = await sendRequest(site.port, { path: "/metrics", headers: { apikey: SECRET_KEY } });
  expect(text).toMatch(/^nightshift_canary_age_seconds \d$/m);
  for (const name of ["leads_accepted_total", "leads_open", "deliveries_undelivered"])
    expect(text).toContain(`\nnightshift_${name} 0\n`);
  const nothing = async () =>
    expect((await sendRequest(site.port, { path: LEADS_PATH, headers: { apikey: SECRET_KEY } })).body).toBe(
      "[]",
    );
  await nothing();

  expect(await runCommand(["report", "nightshift-backup"], env)).toMatchObject({ code: 0 });
  expect(mailServer.mails.at(-1)?.parsed.subject).toContain("nightshift-backup");
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const noMail = await runCommand(["canary", "--wait=1"], { ...env, SITE_URL: nobody });
  expect(noMail).toMatchObject({ code: 1, stderr: `${nobody} did not take a lead: ECONNREFUSED.\n` });
  isClosed = true;
  const unsent = await runCommand(["canary", "--wait=2"], env);
  expect(unsent).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The mail of the canary was not delivered."),
  });
  await nothing();
}, 120_000);
