/** The script of the inbox: copying, the offer after a reply, and all ticks at once. */
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { leadOf } from "./booking-form.ts";
import { enterInbox, openLead, sendLead } from "./operator.ts";
import { expect, test } from "./test.ts";

const { inbox, leadContent } = content;

test("an address is copied, and a reply offers to mark the lead as answered", async ({
  page,
  site,
  visitor,
  context,
}) => {
  await openLead(page, site, leadOf(visitor));
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: leadContent.copy }).click();
  await expect(page.getByRole("button", { name: leadContent.copied })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(visitor.email);
  const replied = page.getByRole("link", { name: leadContent.reply });
  await replied.evaluate((element) => element.setAttribute("href", "#"));
  await replied.click();
  await expect(page.getByText(leadContent.sent)).toBeVisible();
  await expectNoViolation(page);
});

test("one press ticks every row, and no row", async ({ page, site, visitor }) => {
  for (const name of ["Ada", "Cleo"]) await sendLead(site, { ...leadOf(visitor), name });
  await enterInbox(page, site);
  await page.goto(`/inbox?search=${encodeURIComponent(visitor.email)}`);
  const tick = (name: string) => page.getByRole("checkbox", { name: inbox.tick.replace("{name}", name) });
  await page.getByLabel(inbox.tickAll).check();
  await expect(tick("Cleo")).toBeChecked();
  await page.getByLabel(inbox.tickAll).uncheck();
  await expect(tick("Ada")).not.toBeChecked();
});
