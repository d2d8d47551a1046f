/**
 * Forms that were opened before a change of the content, and are sent after it.
 */

import { expect } from "vitest";
import { consentVersionOf } from "../../contract/lead/lead-visit.ts";
import {
  type Scenario,
  detailIn,
} from "../../tests/store/contract/scenario.ts";
import { scenarioTest as test } from "../../tests/store/contract/stores.ts";
import { MANIFEST } from "../../tests/support/build.ts";
import { ARRIVAL, LEAD } from "../../tests/support/leads.ts";
import { createTestServices } from "../../tests/support/server.ts";
import { readLead } from "./read-lead.ts";

const NOTE = "You agreed to the note of before.";
const OLD = { value: "fax-robot", label: "Fax robot" };

/**
 * Keeps the texts of the former form, as a start with the former content did.
 */
async function startBefore({ store, folder }: Scenario): Promise<void> {
  const form = {
    ...MANIFEST.form,
    consent: NOTE,
    services: [OLD, ...MANIFEST.form.services],
  };
  await createTestServices(store, folder, {
    content: { ...MANIFEST, form },
  }).leads.keepFormTexts();
}

test("a lead is stored with the consent note that its form showed", async (site) => {
  const sendAndRead = async () => {
    const seen = { consent: consentVersionOf(NOTE) };
    const result = await site.submit(
      [{ fields: LEAD }],
      { kind: "never" },
      { ...ARRIVAL, seen },
    );
    if (result.kind !== "stored") throw new Error("It was not stored.");
    return detailIn(await readLead(site.store, result.rows[0]?.id ?? "")).visit
      ?.consent;
  };
  expect(await sendAndRead()).toEqual({ version: consentVersionOf(NOTE) });
  await startBefore(site);
  expect(await sendAndRead()).toEqual({
    version: consentVersionOf(NOTE),
    text: NOTE,
  });
});

test("a service that an earlier form offered is accepted, and no other", async (site) => {
  const send = async (service: string) => {
    const fields = { ...LEAD, selected_service: service };
    return (await site.submit([{ fields }], { kind: "never" }, ARRIVAL)).kind;
  };
  expect(await send(OLD.value)).toBe("invalid");
  await startBefore(site);
  expect(await send(OLD.value)).toBe("stored");
  expect(await send(OLD.label)).toBe("invalid");
});
