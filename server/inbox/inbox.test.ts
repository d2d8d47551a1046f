/** What all pages of the inbox have in common. */

import { expect } from "vitest";
import { LINKED_PAGES } from "../../contract/content/inbox-schema.ts";
import { INBOX, LINK_PATHS } from "../../contract/http/routes.ts";
import { content } from "../../tests/content.ts";
import { inboxOf } from "../../tests/renderer.ts";
import { readPage } from "../../tests/support/html-page.ts";
import { listOf } from "../../tests/support/said.tsx";
import { startServer } from "../../tests/support/server.ts";
import {
  formRequest,
  newLead,
  operatorOf,
  tokenFor,
  UNKNOWN,
  inboxTest as test,
} from "../../tests/wire/inbox-request.ts";
import { siteOwner } from "../../tests/wire/site-owner.ts";
import { policyHash } from "../http/built-site.ts";

const { errors } = content.linkPages;
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
/** Signing out comes last. */
const ADDRESSES = [
  ...LINKED_PAGES.map(addressOf),
  LINK_PATHS.answer,
  INBOX.lead("1"),
  `${INBOX.all}?filter=won`,
  ...Object.values(OTHERS).map((address) =>
    typeof address === "string" ? address : address(UNKNOWN),
  ),
];

test("each address answers strangers, other sites and the team as inbox.said.txt says", async () => {
  const { server, session: owner, eveAs } = await siteOwner();
  const { session: member } = await eveAs("member");
  const foreign = { ...owner, "sec-fetch-site": "cross-site" };
  const askers = { stranger: {}, foreign, member, owner };
  const said: Record<string, string> = {};
  for (const path of ADDRESSES)
    for (const [who, headers] of Object.entries(askers))
      for (const [method, request] of Object.entries({
        GET: { path, headers },
        POST: formRequest(path, { text: "Pay" }, headers),
      })) {
        const { status, headers: told, body } = await server.send(request);
        if (who === "foreign") expect(body).not.toContain("Pay");
        said[`${method} ${path} by ${who}`] = [
          status,
          told["www-authenticate"],
          told["set-cookie"] && "a cookie",
          told["location"] ?? readPage(body).title,
        ].join(" ");
      }
  await expect(listOf(said, content)).toMatchFileSnapshot("inbox.said.txt");
});
