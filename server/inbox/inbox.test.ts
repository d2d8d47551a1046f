/** What all pages of the inbox have in common. */
import { expect } from "vitest";
import { LINKED_PAGES } from "../../contract/content/inbox-schema.ts";
import { INBOX, LINK_PATHS } from "../../contract/http/routes.ts";
import { content } from "../../tests/content.ts";
import { startServer } from "../../tests/support/server.ts";
import {
  formRequest,
  newLead,
  operatorOf,
  tokenFor,
  UNKNOWN,
  inboxTest as test,
} from "../../tests/wire/inbox-request.ts";
import { policyHash } from "../http/built-site.ts";
import { inboxOf } from "../../tests/renderer.ts";

const { ask, errors } = content.linkPages;
const { script } = inboxOf(content).pages;

test("only a page that takes a picture runs a script, and the site's analytics see none", async () => {
  const analytics = {
    html: '<script src="https://stats.example/x.js"></script>',
    hashes: [],
    origins: ["https://stats.example"],
  };
  const server = await startServer({ manifest: { analytics } });
  const { get } = await operatorOf(server);
  const id = await newLead(server);
  const pictures = await get(INBOX.sitePictures);
  expect(pictures.body).toContain(`<script>${script}</script>`);
  expect(String(pictures.headers["content-security-policy"])).toContain(
    `; script-src ${policyHash(script)};`,
  );
  for (const path of [
    INBOX.path,
    INBOX.lead(id),
    INBOX.lead(UNKNOWN),
    `${INBOX.signIn}?token=x`,
    `${LINK_PATHS.answer}?token=${tokenFor("answer", id)}`,
  ]) {
    const { headers, body } = await get(path);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(policy).toContain("form-action 'self'");
    expect(policy + body).not.toMatch(/script|stats/);
    expect(headers["cache-control"]).toBe("no-store");
  }
});

test("the address of a form alone leads to its page", async ({ get }) => {
  for (const [form, location] of [
    [INBOX.mark, INBOX.path],
    [`${INBOX.all}?filter=won`, `${INBOX.path}?filter=won`],
  ] as const)
    expect(await get(form)).toMatchObject({
      status: 303,
      headers: { location },
    });
});

test("nobody is signed out while the store cannot be read", async ({
  server,
  open,
  get,
  post,
}) => {
  const id = await newLead(server);
  await server.store.close();
  const { body } = await post(INBOX.signOut, { text: "Typed" });
  expect(body).toContain("Typed");
  for (const path of [
    INBOX.path,
    INBOX.lead(id),
    `${LINK_PATHS.show}?token=${tokenFor("show", id)}`,
  ]) {
    const { headers } = await get(path);
    expect(headers["retry-after"]).toBe("5");
    expect(await open(path)).toMatchObject({
      status: 503,
      heading: errors.unavailable.heading,
    });
  }
});

/**
 * Every address of the inbox, with unknown
 * ids, and the address of a mailed link.
 */
const { page: addressOf, ...OTHERS } = INBOX;
const ADDRESSES = [...Object.values(OTHERS), LINK_PATHS.answer]
  .map((address) => (typeof address === "string" ? address : address(UNKNOWN)))
  .concat(LINKED_PAGES.map(addressOf));
const OPEN_TO_STRANGERS: string[] = [
  INBOX.ask,
  INBOX.signIn,
  LINK_PATHS.answer,
];

test("every page is closed to strangers, and every form is closed to other sites", async ({
  server,
  session,
}) => {
  const foreign = { ...session, "sec-fetch-site": "cross-site" };
  for (const path of ADDRESSES) {
    const [page, form, crossed] = [
      await server.send({ path }),
      await server.send(formRequest(path)),
      await server.send(formRequest(path, { text: "Pay" }, foreign)),
    ];
    // The address of a form alone leads to its page.
    const methods =
      page.status === 303
        ? [form]
        : [page, form].filter(({ status }) => status !== 405);
    expect(methods.length, path).toBeGreaterThan(0);
    for (const answer of OPEN_TO_STRANGERS.includes(path) ? [] : methods) {
      expect(answer, path).toMatchObject({
        status: 401,
        headers: { "www-authenticate": "SignedLink" },
      });
      expect(answer.body).toContain(ask.heading);
    }
    if (crossed.status === 405) continue;
    expect(crossed.status, path).toBe(403);
    expect(crossed.body).toContain(errors.foreign.heading.split("'")[0]);
    expect(crossed.body).not.toContain("Pay");
    expect(crossed.headers["set-cookie"]).toBeUndefined();
  }
});
