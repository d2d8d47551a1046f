/** The disk space that a minute of requests can fill: a lead pays for its length (docs/overload.md). */
import { readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { DeliveryKind } from "../../contract/delivery.ts";
import { CAMPAIGN } from "../../contract/campaign.ts";
import { CHARACTERS_A_LEAD, charactersOf } from "../../server/http/rate-limit.ts";
import { readVisit, seenInHeader } from "../../server/leads/read-visit.ts";
import { compose } from "../../server/deliveries/mail/compose.ts";
import { createMailFolder } from "../../server/deliveries/mail/mail-folder.ts";
import { LEAD, leadRow } from "../support/leads.ts";
import { mailSettings, outgoing } from "../support/outgoing.ts";
import { startServer } from "../support/server.ts";
import { post } from "./wire-request.ts";

/** Per token of the rate limit: the lead, its search index and all its mails as files. */
const MOST_BYTES = 120_000;
const LEADS = 10;

const MAILS: DeliveryKind[] = ["confirmation", "notification"];

const SORTS: [what: string, length: number, letter: (n: number) => number][] = [
  ["long texts of ever other Chinese letters", 10_000, (n) => 0x4e00 + ((n * 7_919) % 20_000)],
  ["long texts of ever other pictures", 7_500, (n) => 0x1f300 + ((n * 7_919) % 700)],
  ["long texts of ever other Latin letters", 10_000, (n) => 0x61 + (((n * 7_919) >> 3) % 26)],
  ["long texts of quotation marks", 10_000, () => 0x22],
  ["short texts", 60, (n) => 0x61 + (n % 26)],
  ["texts of a token", 440, (n) => 0x4e00 + ((n * 7_919) % 20_000)],
];

/** The longest address whose letters are all stored. */
const QUERY = Array.from(CAMPAIGN, (name) => `${name}=${encodeURIComponent("\u4e00".repeat(60))}`).join("&");
const SOURCE = `00000000 https://agency.example/?${QUERY}`;

const bytesIn = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith("-shm"))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

test.each(SORTS)("%s take no more of the disk than they pay for", async (_what, length, letter) => {
  const server = await startServer({ rateLimit: { perMinute: 0 } });
  const text = (from: number) =>
    Array.from({ length }, (_, n) => String.fromCodePoint(letter(from + n))).join("");
  const folder = dirname(server.mailFolder);
  const before = bytesIn(folder);
  const mails = createMailFolder(server.mailFolder);
  const visit = readVisit(seenInHeader(SOURCE), "");
  let tokens = 0;
  for (let n = 0; n < LEADS; n++) {
    const problems = text(n * 31_337);
    const lead = { ...LEAD, email: `a${n}@sample.co`, problems, additional_info: text(n * 20_011 + 5) };
    expect((await server.send(post(lead, { "x-lead-source": SOURCE }))).status).toBe(201);
    tokens += Math.ceil(charactersOf([lead]) / CHARACTERS_A_LEAD);
    for (const kind of MAILS) {
      const message = compose(outgoing({ kind, visit, lead: { ...leadRow(n), ...lead } }), mailSettings());
      if (message) await mails.deliver(message, `${n}.${kind}`);
    }
  }
  await server.app.close();
  await server.store.close();
  expect((bytesIn(folder) - before) / tokens).toBeLessThan(MOST_BYTES);
});
