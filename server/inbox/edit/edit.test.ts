import { expect } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import {
  newLead,
  UNKNOWN,
  inboxTest as test,
} from "../../../tests/wire/inbox-request.ts";

const { edit, deeds } = content.inbox;
const caller = {
  name: "Dana",
  email: "201 555 0142, ask for Rosa",
  problems: "Missed calls",
  from: "nextdoor",
};

test("a caller is added with three fields and a source, and is corrected later", async ({
  server,
  open,
}) => {
  const page = await open(INBOX.add);
  const refused = await page.press(edit.save, { ...caller, name: "" });
  const { problems, from } = caller;
  expect(refused).toMatchObject({ status: 400, fields: { problems, from } });
  expect(refused.text).toContain(content.fields.name.missing);
  server.clock.now = Math.ceil(server.clock.now / DAY_MS) * DAY_MS;
  const added = await page.press(edit.save, caller);
  expect(added).toMatchObject({ heading: "Dana", said: deeds.added });
  const { answered } = content.inbox;
  for (const shown of ["(201) 555-0142", "for Rosa", "Nextdoor", answered])
    expect(added.text).toContain(shown);
  server.clock.now += HOUR_MS - 1;
  expect((await page.press(edit.save, caller)).path).toBe(added.path);
  server.clock.now += 1;
  const again = await page.press(edit.save, caller);
  expect(Object.values(again.links)).toContain(added.path);
  const editing = await added.follow(content.leadContent.correct);
  expect(editing.fields).toMatchObject({ email: "+12015550142" });
  const typed = { name: "Dana Ortiz", companyName: "Ortiz HVAC" };
  const named = await editing.press(edit.save, typed);
  expect(named.said).toBe(deeds.corrected);
  const { text } = await (
    await named.follow(content.leadContent.correct)
  ).press(edit.save, { selectedService: "ai-chatbot" });
  expect(text).toMatch(/ai-chatbot.*Dana Ortiz Ortiz HVAC/);
});

test("a correction keeps the place in the list, and overwrites no later change", async ({
  server,
  open,
}) => {
  await newLead(server, { name: "Ada" });
  const lead = await (await open(INBOX.path)).follow("Ada");
  const editing = await lead.follow(content.leadContent.correct);
  expect(editing.links[edit.cancel]).toBe(lead.path);
  const nameless = { name: "", problems: "Late" };
  const refused = await editing.press(edit.save, nameless);
  expect(refused).toMatchObject({ status: 400, fields: nameless });
  const corrected = await editing.press(edit.save, { name: "Eda" });
  expect(corrected).toMatchObject({ heading: "Eda", path: lead.path });
  const late = await refused.press(edit.save, { name: "Ida" });
  expect(late).toMatchObject({
    status: 409,
    heading: content.linkPages.stale.heading,
  });
  expect((await open(lead.path)).heading).toBe("Eda");
  expect((await open(INBOX.edit(UNKNOWN))).status).toBe(404);
});
