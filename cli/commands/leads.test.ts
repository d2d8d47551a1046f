/** The commands on a real store, with a stopped clock; and invalid arguments. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { NOON, openCommands } from "../../tests/support/command.ts";
import { LEAD } from "../../tests/support/leads.ts";
import { LINK_SECRET } from "../../tests/support/outgoing.ts";
import { recordResults } from "../../tests/support/results.ts";
import {
  startServer,
  temporaryFolder,
  testFrom,
} from "../../tests/support/server.ts";

const test = testFrom(openCommands);

test("`leads inbox` prints a link that the server accepts, and when it expires", async ({
  run,
  store,
}) => {
  vi.stubEnv("LINK_SECRET", LINK_SECRET);
  vi.stubEnv("SITE_URL", "https://agency.example/");
  const { out, notes } = await run("inbox");
  expect(out).toEqual([
    expect.stringMatching(
      /^https:\/\/agency\.example\/inbox\/sign-in\?token=\S+$/,
    ),
  ]);
  expect(notes).toEqual([expect.stringMatching(/^Valid until .* E[SD]T\.$/)]);
  const { pathname, search } = new URL(out[0] ?? "");
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
  expect((await run("resend", "waiting")).out).toEqual([
    "0 deliveries are due now.",
  ]);
  await answer("retry");
  expect((await run("resend", "waiting")).out).toEqual([
    "3 deliveries are due now.",
  ]);
  await answer("refused");
  expect((await run("resend", "dead")).out).toEqual([
    "3 deliveries are due now.",
  ]);
  expect((await run("resend", "dead")).out).toEqual([
    "0 deliveries are due now.",
  ]);
});

test("an invalid argument is refused as misuse, with a sentence", async ({
  run,
}) => {
  await expect(run("resend", "all")).rejects.toMatchObject({
    name: "CommanderError",
    message: expect.stringContaining("Allowed choices are waiting, dead,"),
  });
});

test("the spreadsheet has all leads, in a new file that only its owner can read", async ({
  run,
  scenario,
}) => {
  await scenario.lead({ name: "Ben Late" });
  await scenario.lead();
  const file = join(temporaryFolder(), "leads.csv");
  await run("export", file);
  await expect(run("export", file)).rejects.toThrow(
    `${file} already exists. Name another file.`,
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [head, ...rows] = readFileSync(file, "utf8").trimEnd().split("\r\n");
  expect(head).toMatch(/^\uFEFF?"Id",/);
  expect(rows).toEqual([
    expect.stringContaining(LEAD.name),
    expect.stringContaining("Ben Late"),
  ]);
});
