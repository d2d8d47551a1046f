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

test("what was given up of open leads stands above the list, until one press tries it again", async ({
  server,
  open,
}) => {
  for (const name of ["Ada", "Ben", "Cleo"])
    await newLead(server, { name, email: `${name}@visitor.example` });
  await recordResults(server.store, "mail", {
    kind: "refused",
    reason: "No such mailbox.",
  });
  const lead = await (await open(INBOX.path)).follow("Cleo");
  await lead.press(content.leadContent.markAnswered);
  const list = await open(INBOX.path);
  // The mails to the agency are tried again by themselves.
  const alarm = fillIn(givenUp.many, { count: 2 });
  expect(list.text).toContain(`${alarm} Ben Ada`);
  const after = await list.press(fillIn(tryAgain.many, { count: 2 }));
  expect(after.said).toBe(deeds.revived);
  expect(after.text).not.toContain(alarm);
});
