import { expect } from "vitest";
import { INBOX } from "../../../contract/http/routes.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { content } from "../../../tests/content.ts";
import { recordResults } from "../../../tests/support/results.ts";
import {
  newLead,
  inboxTest as test,
} from "../../../tests/wire/inbox-request.ts";

const { givenUp, tryAgain, deeds } = content.inbox;

test("what was given up stands above the list with its leads, until one press tries it again", async ({
  server,
  open,
}) => {
  for (const name of ["Ada", "Ben"])
    await newLead(server, { name, email: `${name}@visitor.example` });
  await recordResults(server.store, "mail", {
    kind: "refused",
    reason: "No such mailbox.",
  });
  const list = await open(INBOX.path);
  // The mails to the agency are tried again by themselves.
  const alarm = fillIn(givenUp.many, { count: 2 });
  expect(list.text).toContain(`${alarm} Ben Ada`);
  const label = fillIn(tryAgain.many, { count: 2 });
  const after = await list.press(label);
  expect(after.said).toBe(deeds.revived);
  expect(after.text).not.toContain(alarm);
});

test("what was given up of an answered lead troubles nobody", async ({
  server,
  open,
}) => {
  await newLead(server, { name: "Ada" });
  await recordResults(server.store, "mail", {
    kind: "refused",
    reason: "No such mailbox.",
  });
  const lead = await (await open(INBOX.path)).follow("Ada");
  await lead.press(content.leadContent.markAnswered);
  const { text } = await open(INBOX.path);
  expect(text).not.toContain(givenUp.one);
});
