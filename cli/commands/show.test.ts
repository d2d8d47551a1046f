/** `show`: one lead in full. */
import { addNote } from "../../server/inbox/admin-changes.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { serviceLabel } from "../../contract/form-content.ts";
import { HOUR_MS } from "../../contract/durations.ts";
import { readCsv } from "../../tests/support/csv.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { openCommands } from "../../tests/support/command.ts";
import { LEAD, leadRow } from "../../tests/support/leads.ts";
import { fields, inbox, leadContent, services } from "../content.ts";
import { insertLeads, keepWish } from "../../server/leads/insert-leads.ts";

const fact = (name: string, value: string): string => `${name.padEnd(16)} ${value}`;
const label = (column: keyof typeof fields): string => fields[column].short ?? fields[column].label;

test("show prints everything about a lead", async () => {
  const {
    run,
    addLead,
    services: { store, change },
    clock,
  } = await openCommands();
  const id = await addLead({ additional_info: "Four vans" });
  await addNote(store, change({ id }), "Called back.\nWants a quote");
  clock.time += 2 * HOUR_MS;
  const { out } = await run("show", id);
  expect(out).toEqual(
    expect.arrayContaining([
      fact(inbox.sheet.id, id),
      fact(inbox.columns.came, "2026-11-20 07:00:00"),
      fact(label("email"), LEAD.email),
      fact(label("selected_service"), serviceLabel(services, LEAD.selected_service)),
      label("problems"),
      "  Missed calls after 5pm",
      "  Slow quotes",
      fact(label("additional_info"), "Four vans"),
      fact(leadContent.due, "2026-11-21 07:00:00"),
      leadContent.notes,
      "  Wants a quote",
    ]),
  );
  expect(out).toContain(
    `  ${leadContent.kinds.confirmation}: ${leadContent.states.due}, Nov 20, 7:00 AM EST`,
  );
});

test("show prints a lead's origin and its consent note, and so does the spreadsheet", async () => {
  const { run, store } = await openCommands();
  const lead = leadRow(1);
  const consent = { version: "1a2b3c4d", text: "You \u202Eagree." };
  const campaign = { utm_source: "facebook", utm_term: "\u001b[2J" };
  const visit = { from: "facebook", page: "/", campaign, consent };
  await insertLeads(store, { rows: [lead], visit });
  const { out } = await run("show", lead.id);
  expect(out).toContain(fact(leadContent.cameFrom, "Facebook · / · utm_source=facebook · utm_term="));
  expect(out).toContain(fact(inbox.sheet.consent, "You agree."));
  const file = join(temporaryFolder(), "leads.csv");
  await run("export", "--out", file);
  expect(readCsv(readFileSync(file, "utf8"))).toMatchObject([
    { [leadContent.cameFrom]: expect.stringContaining("Facebook · /"), Consent: consent.text },
  ]);
});

test("show prints the time that a lead asked for and did not get, with the number to call", async () => {
  const { run, addLead, store } = await openCommands();
  const id = await addLead();
  const wish = { wishedAt: "2026-11-24T16:00:00.000Z", wishedZone: "UTC", wishedPhone: "+44 20 7946 0958" };
  await keepWish(store, { id, ...wish });
  const { out } = await run("show", id);
  expect(out).toContain(fact(leadContent.wished, "2026-11-24 11:00:00"));
  expect(out).toContain(fact(leadContent.callNumber, "+44 20 7946 0958"));
});
