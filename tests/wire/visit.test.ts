/**
 * The origin of a lead comes from a header, or
 * from the page's address if there is no script.
 */

import { expect } from "vitest";
import { consentVersionOf } from "../../contract/lead/lead-visit.ts";
import { readLead } from "../../server/leads/read-lead.ts";
import { first } from "../store/contract/scenario.ts";
import { FORM } from "../support/build.ts";
import { LEAD } from "../support/leads.ts";
import {
  startServer,
  type TestServer,
  serverTest as test,
} from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { post, stored } from "./wire-request.ts";

const VERSION = consentVersionOf(FORM.consent);
const CONSENT = { version: VERSION, text: FORM.consent };
const AD =
  "https://agency.example/?utm_source=facebook&utm_campaign=zebra-4711&token=hush";

async function visitOf(server: TestServer) {
  const { id } = first(await stored(server));
  return (await readLead(server.store, id))?.visit;
}

test("the origin of a lead comes from a header, and neither the response nor the log repeats it", async (server) => {
  const header = `${VERSION} ${AD} https://l.facebook.com/hush`;
  const answer = await server.send(post(LEAD, { "x-lead-source": header }));
  expect(answer.status).toBe(201);
  const { id: _id, created_at: _at, ...fields } = JSON.parse(answer.body);
  expect(fields).toEqual(LEAD);
  expect(await visitOf(server)).toEqual({
    from: "facebook",
    page: "/",
    referrer: "l.facebook.com",
    campaign: { utm_source: "facebook", utm_campaign: "zebra-4711" },
    consent: CONSENT,
  });
  expect(server.log()).not.toMatch(/facebook|zebra|hush/);
});

test.each([
  [
    "this site",
    "https://agency.example/book-call?gclid=1&x=y",
    {
      from: "google",
      paid: true,
      page: "/book-call",
      campaign: { gclid: "1" },
    },
  ],
  [
    "another site",
    "https://evil.example/?utm_source=them",
    { from: "direct", campaign: {} },
  ],
  ["nobody", "nonsense", { from: "direct", campaign: {} }],
  [
    "a form whose script failed",
    "https://agency.example/book-call",
    { from: "google", page: "/", campaign: { utm_source: "google" } },
    " https://agency.example/?utm_source=google ",
  ],
])(
  "a browser's form tells a lead's origin, or its referrer does, but only of this site's pages: %s",
  async (_, referer, visit, seen = "") => {
    const server = await startServer();
    const form = postForm({}, { referer }, { consent: VERSION + seen });
    expect((await server.send(form)).status).toBe(200);
    expect(await visitOf(server)).toEqual({ ...visit, consent: CONSENT });
  },
);

test("a lead without the header, which a proxy may drop, has the page of its form, and is stored once", async (server) => {
  const referer = "https://agency.example/book-call?gclid=1";
  await server.send(post(LEAD, { referer, "idempotency-key": "k" }));
  await server.send(postForm({}, { referer }));
  expect(await stored(server)).toHaveLength(1);
  expect(await visitOf(server)).toMatchObject({ from: "google" });
});
