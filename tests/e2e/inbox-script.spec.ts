/** The script of the inbox: copying, and the offer after a reply. */
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { leadOf } from "./booking-form.ts";
import { openLead } from "./operator.ts";
import { expect, test } from "./test.ts";

const { leadContent } = content;

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
