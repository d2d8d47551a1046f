/**
 * The commands on a real store, with a stopped clock; and invalid arguments.
 */

import { copyFileSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { NOON, openCommands } from "../../tests/support/command.ts";
import { LEAD } from "../../tests/support/leads.ts";
import { recordResults } from "../../tests/support/results.ts";
import {
  startServer,
  temporaryFolder,
  testFrom,
} from "../../tests/support/server.ts";

const test = testFrom(openCommands);

test("`leads inbox` prints a link that the server accepts, and when it expires, even if the content has mistakes", async ({
  run,
  store,
}) => {
  vi.stubEnv("CONTENT_DIR", temporaryFolder());
  const { stdout, stderr } = await run("inbox");
  expect(stdout).toContain("https://agency.example/inbox/sign-in?token=");
  expect(stderr).toContain("7:00 PM EST");
  const { pathname, search } = new URL(stdout);
  const server = await startServer({ store });
  expect(await server.send({ path: pathname + search })).toMatchObject({
    status: 200,
  });
});

test("`leads resend` makes waiting and given-up deliveries due again", async ({
  scenario,
  run,
  store,
}) => {
  scenario.webhookUrls = ["https://hooks.example/lead"];
  const answer = (kind: "refused" | "retry") =>
    recordResults(
      store,
      "webhook",
      { kind, reason: "It answered 400." },
      () => NOON,
    );
  for (const name of ["A", "B", "C"]) await scenario.lead({ name });
  const expectDue = async (what: string, count: number) =>
    expect(await run("resend", what)).toMatchObject({
      stdout: `${count} deliveries are due now.\n`,
    });
  await answer("retry");
  await expectDue("waiting", 3);
  await answer("refused");
  await expectDue("dead", 3);
  await expectDue("dead", 0);
});

test("`leads backup` keeps the newest backup of a day; to a file elsewhere, it removes none", async ({
  run,
}) => {
  const { stderr } = await run("backup");
  const first = /\S+db/.exec(stderr)?.[0] ?? "";
  copyFileSync(first, first.replace("00Z", "30Z"));
  vi.setSystemTime(NOON + 60_000);
  await run("backup", "--out", join(temporaryFolder(), "leads.db"));
  expect(existsSync(first)).toBe(true);
  await run("backup");
  expect(existsSync(first)).toBe(false);
});

test("the spreadsheet has all leads, in a new file that only its owner can read", async ({
  run,
  scenario,
}) => {
  await scenario.lead({ name: "Ben Late" });
  await scenario.lead();
  const file = join(temporaryFolder(), "leads.csv");
  await run("export", file);
  expect((await run("export", file)).stderr).toContain("Name another");
  expect((await run("export", `${file}s/new`)).stderr).toContain("Make it");
  expect((await run("export", "-")).stderr).toBe("Name a file.\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8").trimEnd().split("\r\n").slice(1)).toEqual([
    expect.stringContaining(LEAD.name),
    expect.stringContaining("Ben Late"),
  ]);
});
