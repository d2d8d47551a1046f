/** A lead's origin is in one header of the REST API, and in the page's address for the form without script. */
import { readLeadsAfter } from "../../server/leads/read-lead.ts";
import { expect, test } from "vitest";
import { versionOf } from "../../contract/lead-visit.ts";
import { FORM } from "../support/build.ts";
import { LEAD } from "../support/leads.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { first, value } from "../store/contract/scenario.ts";
import { postForm } from "./form-request.ts";
import { post } from "./wire-request.ts";

const VERSION = versionOf(FORM.consent);
const CONSENT = { version: VERSION, text: FORM.consent };
const AD = "https://agency.example/?utm_source=facebook&utm_campaign=zebra-4711&token=hush";

async function visitOf({ store }: TestServer) {
  return first(value(await readLeadsAfter(store, { size: 2 }))).visit;
}

test("the header has it, and neither the response nor the log repeats it", async () => {
  const server = await startServer();
  const header = `${VERSION} ${AD} https://l.facebook.com/hush`;
  const answer = await server.send(post(LEAD, { "x-lead-source": header }));
  expect(answer.status).toBe(201);
  expect(Object.keys(JSON.parse(answer.body)).toSorted()).toEqual(
    ["id", "created_at", ...Object.keys(LEAD)].toSorted(),
  );
  expect(await visitOf(server)).toEqual({
    from: "facebook",
    page: "/",
    referrer: "l.facebook.com",
    campaign: { utm_source: "facebook", utm_campaign: "zebra-4711" },
    consent: CONSENT,
  });
  expect(server.log()).not.toMatch(/facebook|zebra|hush/);
});

test("without script the address of the page has it, when it is one of this site", async () => {
  for (const [referer, visit] of [
    [
      "https://agency.example/book-call?gclid=1&x=y",
      { from: "google", paid: true, page: "/book-call", campaign: { gclid: "1" } },
    ],
    ["https://evil.example/?utm_source=them", { from: "direct", campaign: {} }],
    ["nonsense", { from: "direct", campaign: {} }],
  ] as const) {
    const server = await startServer();
    const form = postForm({}, { referer });
    const answer = await server.send({ ...form, body: `${String(form.body)}&consent=${VERSION}` });
    expect(answer.status).toBe(200);
    expect(await visitOf(server)).toEqual({ ...visit, consent: CONSENT });
  }
});

test("the addresses of the form and of the times keep the campaign of the page before", async () => {
  const server = await startServer();
  const open = async (referer: string, path = "/book-call") => {
    const { status, headers } = await server.send({ path, headers: { referer } });
    return [status, headers["location"]];
  };
  expect(await open("https://agency.example/hvac?UTM_source=face%0Abook&token=hush")).toEqual([
    302,
    "/book-call?utm_source=face+book",
  ]);
  expect(await open(AD, "/book-call?utm_source=")).toEqual([
    302,
    "/book-call?utm_source=&utm_source=facebook&utm_campaign=zebra-4711",
  ]);
  expect(await open(AD, "/book-call?utm_source=&utm_source=x")).toEqual([200, undefined]);
  expect(await open("https://agency.example/hvac?token=hush")).toEqual([200, undefined]);
  expect(await open("https://other.example/?utm_source=x")).toEqual([200, undefined]);
  expect(await open(AD, "/book-call?gclid=1")).toEqual([200, undefined]);
  expect(await open(AD, "/")).toEqual([200, undefined]);
  const at = "/schedule?at=2027-03-02T15%3A00%3A00Z&zone=UTC";
  expect(await open(AD, at)).toEqual([302, `${at}&utm_source=facebook&utm_campaign=zebra-4711`]);
  expect(await open(`https://agency.example${at}&gclid=1`, "/schedule")).toEqual([302, "/schedule?gclid=1"]);
});
