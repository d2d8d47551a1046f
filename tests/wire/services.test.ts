/** The list of services is content: offered services are stored, and formerly offered ones stay readable. */
import { expect, test } from "vitest";
import { LEAD, leadRow, FORM } from "../support/leads.ts";
import { startServer } from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { post, stored } from "./wire-request.ts";
import { insertLeads } from "../../server/leads/insert-leads.ts";

const SIXTH = { value: "Dach & Fach ✓", label: "Roof repair" };

test("a service that the site offers is stored, with and without a script; one that was removed is read and found like any other", async () => {
  const server = await startServer({ manifest: { form: { ...FORM, services: [...FORM.services, SIXTH] } } });
  const lead = { ...LEAD, selected_service: SIXTH.value };
  expect(await server.send(post(lead))).toMatchObject({ status: 201 });
  expect(await server.send(postForm({ name: "Ben", selected_service: SIXTH.value }))).toMatchObject({
    status: 200,
  });
  expect(await stored(server)).toMatchObject([lead, { ...lead, name: "Ben" }]);
  const row = leadRow(1, { selected_service: "former" });
  await insertLeads(server.store, { rows: [row] });
  expect((await stored(server)).map((one) => one.selected_service)).toContain("former");
});
