/** In answers to forms and scripts, no Latin letter stands outside of ⟦ and ⟧. */
import { expect, test } from "vitest";
import { BOOK_CALL, INBOX } from "../../contract/http/routes.ts";
import { MAILED_AT } from "../support/outgoing.ts";
import { latinInPage, manifest, renderer, inboxShown } from "./pseudo-site.ts";
import { COMPANY, EMAIL, TEXT, WHO } from "./inbox-views.ts";
import { startServer, type TestRequest } from "../support/server.ts";
import { formRequest } from "../wire/inbox-request.ts";

const site = () =>
  startServer({
    manifest,
    render: (state) => renderer.renderPage(state),
    shown: inboxShown,
    now: () => MAILED_AT,
  });

const FIELDS = {
  name: WHO,
  email: EMAIL,
  companyName: COMPANY,
  selectedService: "ai-chatbot",
  problems: TEXT,
};

const REQUESTS: [string, TestRequest][] = [
  ["nothing typed", formRequest(BOOK_CALL.path, {})],
  [
    "too long",
    formRequest(BOOK_CALL.path, { ...FIELDS, problems: "山".repeat(9_000) }),
  ],
  [
    "an unreadable value",
    formRequest(BOOK_CALL.path, { ...FIELDS, name: "山\u0007" }),
  ],
  [
    "a mistyped address",
    formRequest(BOOK_CALL.path, { ...FIELDS, email: "h@gmial.com" }),
  ],
  [
    "an unknown service",
    formRequest(BOOK_CALL.path, { ...FIELDS, selectedService: "山" }),
  ],
  ["a sent form", formRequest(BOOK_CALL.path, FIELDS)],
  [
    "a time that cannot be read",
    formRequest("/schedule", { ...FIELDS, startsAt: "山" }),
  ],
  ["no such page", { path: "/nowhere" }],
  ["another method", { method: "POST", path: "/" }],
  ["a link that is not ours", { path: "/call?token=x" }],
  ["the inbox without a sign-in", { path: INBOX.path }],
];

test("answers to a form, an unknown address or a wrong link take their words from the content", async () => {
  const server = await site();
  for (const [name, request] of REQUESTS) {
    const { body, headers } = await server.send(request);
    expect(headers["content-type"], name).toContain("text/html");
    expect(latinInPage(body), name).toEqual([]);
  }
});
