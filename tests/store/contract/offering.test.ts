/** Forms that were opened before a change of the content, and come to a process with the content of after it. */
import { readLead } from "../../../server/leads/read-lead.ts";
import { expect } from "vitest";
import { versionOf } from "../../../contract/lead-visit.ts";
import { MANIFEST } from "../../support/build.ts";
import { LEAD } from "../../support/leads.ts";
import { createTestServices } from "../../support/services.ts";
import { DAY, HOUR, Scenario, SECOND, WIRE, value } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));

const NOTE = "You agreed to the note of before.";
const OLD = { value: "fax-robot", label: "Fax robot" };

/** A process of the site from before. */
function before({ store, folder, time }: Scenario) {
  const form = { ...MANIFEST.form, consent: NOTE, services: [OLD, ...MANIFEST.form.services] };
  return createTestServices(store, folder, { content: { ...MANIFEST, form }, now: () => time });
}

test("the consent note that its form showed is stored with a lead, whichever process stores it", async (site) => {
  const send = () =>
    site.submit([{ fields: LEAD }], { kind: "never" }, { ...WIRE, seen: { consent: versionOf(NOTE) } });
  const consentOf = async (sent: ReturnType<typeof send>) => {
    const result = await sent;
    if (result.kind !== "stored") throw new Error("It was not stored.");
    const { lead } = value(await readLead(site.store, result.rows[0]?.id ?? ""));
    return value(await readLead(site.store, lead.id)).visit?.consent;
  };
  expect(await consentOf(send())).toEqual({ version: versionOf(NOTE) });
  await before(site).offered.look("unknown");
  site.time += 30 * DAY;
  expect(await consentOf(send())).toEqual({ version: versionOf(NOTE), text: NOTE });
});

test("a service is accepted by every process while any has offered it in the last seven days", async (site) => {
  const send = async () =>
    (await site.submit([{ fields: { ...LEAD, selected_service: OLD.value } }], { kind: "never" }, WIRE)).kind;
  expect(await send()).toBe("invalid");
  await before(site).offered.look("unknown");
  // A process looks once a second, however many ask.
  expect(await send()).toBe("invalid");
  site.time += SECOND;
  expect(await send()).toBe("stored");

  site.time += 7 * DAY + HOUR;
  const later = createTestServices(site.store, site.folder, { now: () => site.time });
  const fields = { ...LEAD, selected_service: OLD.value };
  const result = await later.leads.submitLeads([{ fields }], { kind: "never" }, WIRE);
  expect(result.kind).toBe("invalid");
});
