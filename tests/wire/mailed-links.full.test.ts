/** Scanners and browsers may open mailed links before a person does: this must change nothing. */
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { LINK_PATHS, LINK_PURPOSES } from "../../contract/http/routes.ts";
import { book, bookings, MONDAY_SEVEN, site } from "./schedule-request.ts";
import { LINKS } from "../support/outgoing.ts";
import type { TestServer } from "../support/server.ts";

/** Ways of opening a link. Source: Fetch standard, "Sec-Purpose"; older browsers send `Purpose`. */
const WAYS = [
  { method: "GET" },
  { method: "HEAD" },
  {
    method: "GET",
    headers: { "sec-purpose": "prefetch;prerender", purpose: "prefetch" },
  },
];

/** @returns all rows, except totals of visits and the tables of the search */
function rowsOf({ mailFolder }: TestServer): unknown {
  const db = new DatabaseSync(join(dirname(mailFolder), "leads.db"), {
    readOnly: true,
  });
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
    )
    .all();
  const rows = tables
    .map(({ name }) => String(name))
    .filter((name) => !/^sqlite_|^source_totals$|lead_texts/.test(name))
    .map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]);
  db.close();
  return rows;
}

test.each(LINK_PURPOSES)(
  "opening a %s link ten times in each way changes no row",
  async (purpose) => {
    const server = await site();
    await book(server);
    const [call] = await bookings(server);
    const subjects = {
      booking: call?.id,
      inbox: "",
      schedule: call?.leadId,
      show: call?.leadId,
      answer: call?.leadId,
      came: call?.id,
      missed: call?.id,
    };
    const token = LINKS.sign({
      purpose,
      subject: subjects[purpose] ?? "",
      expiresAt: MONDAY_SEVEN + 60_000,
    });
    const path = `${LINK_PATHS[purpose]}?token=${token}`;
    const paths =
      purpose === "booking"
        ? [path, path.replace("?", ".ics?"), `${path}&move`]
        : [path];
    const before = rowsOf(server);
    const statuses = new Set<number>();
    for (let n = 0; n < 10; n++)
      for (const way of WAYS)
        for (const followed of paths)
          statuses.add((await server.send({ path: followed, ...way })).status);
    // The link of a lead that has a call leads to the call.
    expect([...statuses]).toEqual([purpose === "schedule" ? 303 : 200]);
    expect(rowsOf(server)).toEqual(before);
  },
);
