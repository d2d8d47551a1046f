/** In any state of any page axe finds nothing, nothing scrolls sideways and nothing is cut off, at any width and text size. */
import { addNote } from "../../server/inbox/admin-changes.ts";
import type { Locator, Page } from "@playwright/test";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { LEAD_REQUESTS, answerOnce, expectConfirmed, field, fillIn, submitButton } from "./booking-form.ts";
import { holdRequests, openForm, openHome } from "./hydration.ts";
import { expectFits, linesOf, misfits } from "./misfits.ts";
import { expect, expectErrors, test } from "./test.ts";
import { INBOX } from "../../contract/routes.ts";
import { LEAD } from "../support/leads.ts";
import { administer, answer, enterInbox, giveUpNotification, linkToken, sendLead } from "./operator.ts";

test.describe("the site", () => {
  const { demo, header } = content;

  /** Reduced motion, so nothing is judged halfway through a fade; the tests start animations themselves. */
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  async function expectSound(page: Page, look?: Parameters<typeof expectFits>[1]): Promise<void> {
    await expectNoViolation(page);
    await expectFits(page, look);
  }

  /** The words that a line break divides. */
  function brokenWords(texts: Locator): Promise<string[]> {
    return texts.evaluateAll((elements) =>
      elements.flatMap((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const broken: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
          }
        return broken;
      }),
    );
  }

  test("the landing page, its menu, and its demo as transcript, playing and paused", async ({ page }) => {
    await openHome(page);
    await expectSound(page, async ({ width, text }) => {
      expect(await brokenWords(page.locator("#testimonials figcaption, #about li, #hero button"))).toEqual(
        [],
      );
      const menu = page.getByRole("button", { name: header.menuButton });
      if (!(await menu.isVisible())) return;
      await menu.click();
      await expect(page.getByRole("navigation", { name: header.menuLabel })).toBeVisible();
      expect(await misfits(page)).toEqual([]);
      if (width === 360 && text === "usual") await expectNoViolation(page, [360]);
      await page.keyboard.press("Escape");
    });
    await page.getByRole("button", { name: content.hero.watchDemo }).click();
    const dialog = page.getByRole("dialog", { name: demo.title });
    await expect(dialog).toBeVisible();
    await expectSound(page);
    await dialog.getByRole("button", { name: demo.restart }).click();
    await expect(dialog.getByRole("listitem").first()).toBeVisible();
    await expectNoViolation(page);
    await dialog.getByRole("button", { name: demo.pause }).click();
    await expectNoViolation(page);
  });

  test("the form empty, invalid, refused, failed, submitting and confirmed", async ({ page, visitor }) => {
    expectErrors(page, /Failed to load resource|The lead was not stored|Failed to fetch/);
    await openForm(page);
    await expectSound(page);
    await submitButton(page).click();
    await expect(field(page, "name")).toHaveAttribute("aria-invalid", "true");
    await expectSound(page);
    await fillIn(page, visitor);
    await answerOnce(page, (route) =>
      route.fulfill({
        status: 400,
        json: { code: "23514", message: "Enter another email.", details: 'column "email"', hint: null },
      }),
    );
    await submitButton(page).click();
    await expect(field(page, "email")).toHaveAttribute("aria-invalid", "true");
    await expectNoViolation(page);
    await answerOnce(page, (route) => route.abort());
    await submitButton(page).click();
    await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
    const number = page.getByRole("alert").locator('a[href^="tel:"]');
    await expectSound(page, async ({ width, text }) => {
      // At double size it is wider than the banner of a small phone.
      expect(await linesOf(number)).toBe(width === 360 && text === "double" ? 2 : 1);
    });
    const release = await holdRequests(page, LEAD_REQUESTS);
    await submitButton(page).click();
    await expect(page.getByRole("button", { name: content.bookCall.submitting })).toBeVisible();
    await expectNoViolation(page);
    release();
    await expectConfirmed(page);
    await expectSound(page);
  });

  for (const path of [`/${Object.keys(content.trades)[0]}`, "/no-such-page"])
    test(path, async ({ page }) => {
      expectErrors(page, /Failed to load resource/);
      await page.goto(path);
      await expectSound(page);
    });
});

test.describe("the inbox", () => {
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

  // Nothing is judged halfway through a fade.
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("its pages, with a lead and without", async ({ page, site }, { testId }) => {
    await sendLead(site, LONG);
    await enterInbox(page, site);
    const empty = `${INBOX.path}?filter=all&search=nobody-${testId}`;
    for (const path of [INBOX.path, empty, INBOX.sources, INBOX.calls, INBOX.add, INBOX.health]) {
      await page.goto(path);
      await expectSound(page);
    }
  });

  test("a lead, open and answered, with notes and a retried delivery", async ({ page, site }) => {
    const id = await sendLead(site, LONG);
    const fault = "The receiver answered 410.";
    await giveUpNotification(site, id, fault);
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
    await administer(site, ({ store, change }) => addNote(store, change({ id }), "Called back. ".repeat(30)));
    await answer(site, id);
    await page.reload();
    await expectSound(page);
    for (const path of [INBOX.erase(id), `${INBOX.delete}?lead=${id}`]) {
      await page.goto(path);
      await expectSound(page);
    }
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
  });
});
