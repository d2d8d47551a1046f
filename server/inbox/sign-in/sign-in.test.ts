import { expect, test } from "vitest";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { startServer } from "../../../tests/support/server.ts";
import {
  browser,
  newLead,
  operatorToken,
} from "../../../tests/wire/inbox-request.ts";

const { ask, errors, "sign-in": signIn } = content.linkPages;

test("who opens a lead without a sign-in is asked for an address, signs in, and sees the lead", async () => {
  const server = await startServer();
  const id = await newLead(server, { name: "Ada" });
  const stranger = browser(server, { cookie: "" });
  const asked = await stranger.open(INBOX.lead(id));
  expect(asked.text).toContain(ask.heading);
  expect(asked.text).not.toContain("Ada");
  const link = `${INBOX.signIn}?token=${await operatorToken(server)}`;
  const page = await stranger.open(link, { cookie: `way=${INBOX.lead(id)}` });
  expect(page.text).toContain(signIn.heading);
  const opened = await page.press(signIn.button);
  expect(opened.text).toContain("Ada");
  expect((await opened.press(content.inbox.signOut)).text).toContain(
    ask.heading,
  );
  expect((await stranger.open(link)).text).toContain(signIn.heading);
});

test("a link of another kind says that it is no sign-in link", async () => {
  const server = await startServer();
  const page = await browser(server, { cookie: "" }).open(
    `${INBOX.signIn}?token=x`,
  );
  expect(page.text).toContain(errors.bad.heading);
});
