/** A pasted text becomes the same, whichever way it comes. */
import { expect, test } from "vitest";
import { BOOK_CALL, INBOX } from "../../contract/routes.ts";
import { LEAD_COLUMNS, leadColumns } from "../../contract/lead.ts";
import { LEAD } from "../support/leads.ts";
import { formRequest, operator } from "./inbox-request.ts";
import { post, stored } from "./wire-request.ts";

const PASTED = {
  ...LEAD,
  name: "\u200b\u00a0Dana\tOrtiz\u202e\u3000",
  email: "\u00a0\u2009Dana@OrtizHVAC.example\u3000",
  company_name: "Caf\uFFFD\u000bOrtiz\r",
  problems: "Missed\u0007 calls\rSlow\u2028quotes \uFFFD",
};
const CLEAN = {
  name: "Dana Ortiz",
  email: "dana@ortizhvac.example",
  company_name: "Caf\uFFFD Ortiz",
  problems: "Missed calls\nSlow\nquotes \uFFFD",
};
const inputs = Object.fromEntries(leadColumns.map((column) => [LEAD_COLUMNS[column].input, PASTED[column]]));

test("the form, the REST API, the inbox and its search understand one pasted text alike", async () => {
  const { server, view, post: press } = await operator();
  for (const request of [formRequest(BOOK_CALL.path, inputs), post(PASTED)])
    expect((await server.send(request)).status).toBeLessThan(300);
  expect((await press(INBOX.add, inputs)).status).toBe(303);
  const leads = await stored(server);
  expect(leads.length).toBeGreaterThan(1);
  for (const lead of leads) expect(lead).toMatchObject(CLEAN);
  const search = new URLSearchParams({ search: "\u3000slow\u00a0quotes\u200b" }).toString();
  expect(await view(`${INBOX.path}?${search}`)).toMatchObject({ list: { total: leads.length } });
});
