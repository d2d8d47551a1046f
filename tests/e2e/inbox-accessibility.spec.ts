/** axe finds nothing on any page of the inbox, on a phone and on a wide screen, and nothing overflows. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { LEAD } from "../support/leads.ts";
import { expectNoViolation } from "./axe.ts";
import { administer, enterInbox, inStore, linkToken, sendLead } from "./operator.ts";
import { expect, expectErrors, test } from "./test.ts";

const { inbox } = content;

const LONG = {
  ...LEAD,
  selected_service: content.services[0]?.value ?? "",
  name: "Maximiliana Featherstonehaugh-Wolfeschlegelstein",
  email: "a-rather-long-address-for-a-narrow-screen@plumbing-and-heating.example",
  company_name: "Featherstonehaugh Plumbing & Heating",
  problems: "Missed calls after five, reach me at (201) 555-0142.\n\nSlow quotes",
};

async function expectSound(page: Page): Promise<void> {
  await expectNoViolation(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${page.url()} runs over the edge`).toBeLessThanOrEqual(0);
  const schemes = await page
    .locator("input, textarea")
    .evaluateAll((fields) => fields.map((element) => getComputedStyle(element).colorScheme));
  expect(new Set([...schemes, "light"]), "what the browser paints on a light page").toEqual(
    new Set(["light"]),
  );
}

// Pages do not fade: the browser reports an error when the window is resized during a fade.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the list, empty and filled", async ({ page, site }, { testId }) => {
  await sendLead(site, LONG);
  await enterInbox(page, site);
  await expectSound(page);
  await page.goto(`/inbox?filter=all&search=nobody-${testId}`);
  await expectSound(page);
});

test("the sources, which lead to their leads", { tag: "@full" }, async ({ page, site }) => {
  await sendLead(site, LONG);
  await enterInbox(page, site);
  await page.getByRole("link", { name: inbox.sources.heading }).click();
  await expect(page.getByRole("rowheader", { name: "direct" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "365" }).click();
  await expect(page.getByRole("link", { name: "365" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("row", { name: "direct" }).getByRole("link").first().click();
  await expect(page.getByRole("link", { name: inbox.filters.leads })).toHaveAttribute("aria-current", "page");
  await expectSound(page);
});

test("a lead, open and answered, with notes and a retried delivery", async ({ page, site }) => {
  const id = await sendLead(site, LONG);
  const fault = "The receiver answered 410.";
  const giveUp = "UPDATE deliveries SET state = 'dead', last_error = ? WHERE lead_id = ? AND kind = ?";
  inStore(site, giveUp, fault, id, "notification");
  await enterInbox(page, site);
  await page.goto(`/inbox/leads/${id}`);
  await expectSound(page);
  // As a block, the number would be separated from its full stop.
  const number = page.getByRole("link", { name: "(201) 555-0142" });
  await expect(number).toHaveCSS("display", "inline");
  await expect(number).toHaveCSS("white-space", "nowrap");
  const delivery = page.getByRole("listitem").filter({ hasText: fault });
  await delivery.getByRole("button", { name: content.leadContent.revive }).click();
  await expect(page).toHaveURL(/#deliveries$/);
  // The page may be older than the next try.
  await expect.poll(async () => (await page.reload(), delivery.count())).toBe(0);
  await page.getByLabel(content.leadContent.noteLabel).fill("Called back. ".repeat(30));
  await page.getByLabel(content.leadContent.noteLabel).press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem").getByText("Called back.")).toBeVisible();
  await administer(site, "answer", { id });
  await page.reload();
  await expectSound(page);
  await page.getByRole("link", { name: content.leadContent.delete }).click();
  await expectSound(page);
});

test("the pages behind links, whether they work or not", { tag: "@full" }, async ({ page, site }) => {
  expectErrors(page, /Failed to load resource/);
  const id = await sendLead(site, LONG);
  const paths = [
    `/inbox/sign-in?token=${linkToken(site, "inbox")}`,
    `/inbox/link/show?token=${linkToken(site, "show", id)}`,
    `/inbox/link/answer?token=${linkToken(site, "answer", id)}`,
    "/inbox",
    `/inbox/sign-in?token=${linkToken(site, "inbox", "", 1)}`,
    "/inbox/link/show?token=cut",
    `/inbox/link/show?token=${linkToken(site, "show", "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e")}`,
  ];
  for (const path of paths) {
    await page.goto(path);
    await expectSound(page);
    await expect(page.getByRole("banner").getByText(content.site.brandName), "on a phone").toBeVisible();
  }
  await page.getByRole("link", { name: content.linkPages.ask.open }).click();
  await page.getByLabel(content.linkPages.ask.label).fill("nobody@agency.example");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.linkPages.ask.sent.heading);
  await expectSound(page);
  await administer(site, "answer", { id });
  await page.goto(paths[2] ?? "");
  await expectSound(page);
});
