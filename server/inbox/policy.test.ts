/** Each page of the inbox names the policy that it needs. */
import { expect, test } from "vitest";
import { INBOX } from "../../contract/http/routes.ts";
import { content } from "../../tests/content.ts";
import { operator } from "../../tests/wire/inbox-request.ts";
import { policyHash } from "../http/built-site.ts";
import { createInboxPages } from "./pages.tsx";

const script = "document.title = 'Calls'";
const assets = { fonts: [], theme: { own: "", letters: "" } };

test("a page runs its own script, which no other page runs", async () => {
  const scripts = { calls: script };
  const pages = createInboxPages({ ...content, logo: null }, assets, scripts);
  const { get } = await operator({ shown: { content, pages } });
  const [calls, list] = [await get(INBOX.calls), await get(INBOX.path)];
  const policy = (answer: typeof calls) =>
    String(answer.headers["content-security-policy"]);
  expect(calls.body).toContain(`<script>${script}</script>`);
  expect(policy(calls)).toContain(`; script-src ${policyHash(script)};`);
  expect(list.body).not.toContain("<script");
  expect(policy(list)).not.toContain("script-src");
});
