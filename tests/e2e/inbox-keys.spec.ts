/** The script of the inbox: keys, copying, the offer after a reply, and a list that stays up to date. */
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { leadOf } from "./booking-form.ts";
import { enterInbox, sendLead } from "./operator.ts";
import { expect, test } from "./test.ts";

const { inbox, leadContent } = content;

test(
  "keys move, search and answer; the list stays up to date",
  { tag: "@full" },
  async ({ page, site, visitor, context }) => {
    const fields = leadOf(visitor);
    for (const name of ["Ada", "Ben", "Cid"]) await sendLead(site, { ...fields, name });
    await page.clock.install();
    await enterInbox(page, site);
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("jke keys");
    await expect(page.getByRole("searchbox")).toHaveValue("jke keys");
    await page.getByRole("searchbox").fill(visitor.email);
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=\w/);
    const link = (name: string) => page.getByRole("rowheader").getByRole("link", { name });
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect(link("Ben")).toBeFocused();
    await sendLead(site, { ...fields, name: "Cleo" });
    await page.clock.fastForward(60_000);
    await expect(link("Cleo")).toBeVisible();
    await expect(link("Ben")).toBeFocused();
    await page.keyboard.press("k");
    await page.keyboard.press("e");
    await expect(page.getByText(inbox.done.changed)).toBeFocused();
    for (const key of ["j", "j", "e"]) await page.keyboard.press(key);
    await expect(page.getByText(inbox.done.changed)).toBeFocused();
    await page.keyboard.press("j");
    await expect(link("Cleo")).toBeFocused();
    await expectNoViolation(page);

    await link("Ben").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ben");
    await page.waitForLoadState();
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cleo");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: leadContent.copy }).click();
    await expect(page.getByRole("button", { name: leadContent.copied })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(visitor.email);
    const replied = page.getByRole("link", { name: leadContent.reply });
    await replied.evaluate((element) => element.setAttribute("href", "#"));
    await replied.click();
    await expect(page.getByText(leadContent.sent)).toBeVisible();
    await expectNoViolation(page);
    await page.getByRole("checkbox", { name: inbox.keys }).uncheck();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("e");
    await expect(page.getByRole("button", { name: leadContent.markAnswered })).toBeVisible();
    await page.goto("/inbox/new");
    await expectNoViolation(page);
  },
);

test("a lead stays ticked when the list is loaded anew, and no other is", async ({ page, site, visitor }) => {
  const fields = leadOf(visitor);
  await sendLead(site, { ...fields, name: "Ada" });
  await page.clock.install();
  await enterInbox(page, site);
  await page.goto(`/inbox?search=${encodeURIComponent(visitor.email)}`);
  const tick = (name: string) => page.getByRole("checkbox", { name: inbox.tick.replace("{name}", name) });
  await tick("Ada").check();
  await sendLead(site, { ...fields, name: "Cleo" });
  await page.clock.fastForward(60_000);
  await expect(tick("Cleo")).not.toBeChecked();
  await expect(tick("Ada")).toBeChecked();
  await page.getByLabel(inbox.tickAll).check();
  await expect(tick("Cleo")).toBeChecked();
  await page.getByLabel(inbox.tickAll).uncheck();
  await expect(tick("Ada")).not.toBeChecked();
});

test("the script has at most 4 KB", async ({ page, site }) => {
  await enterInbox(page, site);
  const text = await page.locator("body > script").textContent();
  expect(Buffer.byteLength(text ?? "")).toBeLessThanOrEqual(4_096);
});
