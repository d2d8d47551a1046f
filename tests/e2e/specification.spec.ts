/**
 * The delivered pages have the words and values that the specification fixes.
 * They are written out here, since tests that read words from `content/` accept
 * changed words. `form-call.spec.ts` tests the form's request.
 */

import type { Locator, Page } from "@playwright/test";
import { content } from "../content.ts";
import { fillIn, LEAD_REQUESTS } from "./booking-form.ts";
import { holdRequests, openForm, untilHydrated } from "./hydration.ts";
import {
  expect,
  expectErrors,
  test,
  pageHeading,
  buttonIn,
  linkIn,
} from "./test.ts";

const { errorPage, pages } = content;

test("the landing page has the specified header, sections, cards, steps and links", async ({
  page,
}) => {
  await page.goto("/");
  const banner = page.getByRole("banner");
  for (const [name, href] of [
    [content.site.brandName, "/"],
    ["HOME", "#hero"],
    ["ABOUT", "#about"],
    ["FEATURES", "#features"],
    ["TESTIMONIALS", "#testimonials"],
    ["Book a Call", "/book-call"],
  ] as const)
    await expect(
      banner.getByRole("link", { name, exact: true }).first(),
    ).toHaveAttribute("href", href);
  const parts = page.locator(
    "#hero, #about, #features, #testimonials, #contact, footer",
  );
  const order = await parts.evaluateAll((all) =>
    all.map(({ id, localName }) => id || localName),
  );
  expect(order.join(", ")).toBe(
    "hero, about, features, testimonials, contact, footer",
  );

  expect(content.hero.phrases).toEqual([
    "AI Automation for Service Businesses",
    "Get More Leads Automatically",
    "24/7 Customer Engagement",
    "Streamline Your Sales Process",
  ]);
  // A script gives each drawing its file.
  await expect(page.locator("use:not([href])")).toHaveCount(0);
  const hero = page.locator("#hero");
  await expectOwnTab(linkIn(hero, /^Book Now/));
  await expect(buttonIn(hero, "Watch Demo")).toBeVisible();
  for (const status of [
    /AI assistant active/i,
    /lead captured/i,
    /follow-up sent/i,
  ])
    await expect(hero).toContainText(status);

  const cards = page.locator("#features li:has(> ul):has(> * h3, > h3)");
  const ends = await cards.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().right),
  );
  expect(ends).toHaveLength(6);
  // Three rows, each to the end of the board.
  expect(ends.filter((end) => end === ends[5])).toHaveLength(3);
  const steps = page
    .getByRole("list", { name: content.route.heading })
    .getByRole("heading");
  await expect(steps).toHaveText([
    "Lead Capture",
    "Auto Scheduling",
    "Smart Follow-up",
    "Service Completion",
  ]);
  await expect(page.getByRole("img", { name: "5 out of 5 stars" })).toHaveCount(
    6,
  );

  const contact = page.locator("#contact");
  for (const text of [
    "custom lead generation strategy",
    "revenue growth projection",
    "implementation roadmap",
    "competitive analysis",
    "15-20 minute",
  ])
    await expect(contact).toContainText(new RegExp(text, "i"));
  for (const name of [
    /^Get Your Free Strategy Call/,
    /^Book My Free Strategy Call/,
  ])
    await expectOwnTab(linkIn(page, name));
  const words = await page.locator("body").innerText();
  for (const promise of [
    /3x/,
    /30 days/,
    /24\/7/,
    /24-48 hours/,
    /CRM/,
    /receptionist/i,
    /analytics/i,
  ])
    expect(words).toMatch(promise);

  const footer = page.getByRole("contentinfo");
  for (const label of Object.values(SERVICES))
    await expect(footer).toContainText(label);
  for (const industry of [
    "HVAC",
    "Plumbing",
    "Cleaning",
    "Landscaping",
    "Pet grooming",
    "Professional services",
  ])
    await expect(footer).toContainText(industry);
  await expect(footer.locator("a[href^='mailto:']")).toHaveText(
    content.site.contactEmail,
  );
  await expect(footer.locator("a[href^='tel:']")).toHaveText(
    content.site.contactPhone,
  );
  for (const name of ["Privacy Policy", "Terms of Service", "Cookie Policy"])
    await expect(linkIn(footer, name)).toHaveAttribute("href", "#");
});

/**
 * The scheduling page opens in a new tab, as the
 * link says, and the tab stays part of the visit.
 */
async function expectOwnTab(link: Locator): Promise<void> {
  for (const [name, value] of Object.entries({
    href: "/schedule",
    target: "_blank",
    rel: "opener",
  }))
    await expect(link).toHaveAttribute(name, value);
  await expect(link).toHaveAccessibleDescription(content.header.newTab);
}

const SERVICES = {
  "ai-chatbot": "AI-powered Customer Chatbot",
  "crm-integration": "CRM Integration",
  "automated-followups": "Automated Follow-Ups & Reminders",
  "appointment-scheduling": "Appointment Scheduling",
  "custom-ai-automation": "Custom AI Automation",
};

test("the form has the specified fields, buttons and confirmation", async ({
  page,
  visitor,
}) => {
  await openForm(page);
  await expect(linkIn(page, "BACK TO HOME")).toHaveAttribute("href", "/");
  await expect(pageHeading(page)).toContainText(/free strategy call/i);
  const form = page.locator("form");
  for (const name of [
    "name",
    "email",
    "companyName",
    "selectedService",
    "problems",
  ])
    await expect(form.locator(`[name=${name}]`)).toHaveAttribute("required");
  await expect(form.locator("[name=email]")).toHaveAttribute("type", "email");
  await expect(form.locator("[name=additionalInfo]")).not.toHaveAttribute(
    "required",
  );
  await expect(form.locator("[name=problems]")).toHaveAttribute("rows", "4");
  await expect(form.locator("[name=additionalInfo]")).toHaveAttribute(
    "rows",
    "3",
  );
  const options = form.locator("option:not([value=''])");
  await expect(options).toHaveText(Object.values(SERVICES));
  for (const [index, value] of Object.keys(SERVICES).entries())
    await expect(options.nth(index)).toHaveAttribute("value", value);
  const main = page.getByRole("main");
  for (const text of [
    /third parties/,
    /confidential/i,
    /within 24 hours/i,
    /no obligation/i,
  ])
    await expect(main).toContainText(text);

  const release = await holdRequests(page, LEAD_REQUESTS);
  await fillIn(page, visitor);
  await buttonIn(page, "BOOK MY STRATEGY CALL").click();
  await expect(buttonIn(page, "PROCESSING...")).toBeDisabled();
  release();
  await expect(
    page.getByRole("heading", { name: "MISSION ACCOMPLISHED" }),
  ).toBeVisible();
  for (const text of [
    /strategy call/i,
    /initiated/i,
    /within 24 hours/,
    /e-?mail/i,
  ])
    await expect(page.getByRole("main")).toContainText(text);
  await expect(linkIn(page, "RETURN TO BASE")).toHaveAttribute("href", "/");
});

test("a wrong address gets 404 and the error page, and is not shown as markup", async ({
  page,
}) => {
  expectErrors(page, /Failed to load resource.*404/);
  const response = await page.goto("/<img src=x onerror=alert(1)>");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("404 Not Found", { exact: true })).toBeVisible();
  await expect(pageHeading(page)).toHaveText("Unexpected Application Error!");
  await expect(page.locator("main img")).toHaveCount(0);
  const foot = await page.getByRole("contentinfo").boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeCloseTo(
    page.viewportSize()?.height ?? 0,
  );
});

const DAMAGED = /-content-/;
const MESSAGE = /Cannot (read properties of|destructure) .*null/;
const EXPECTED = new RegExp(`${MESSAGE.source}|Minified React error`);

test("an exception while rendering is shown and logged, and a link leads back", async ({
  page,
}) => {
  expectErrors(page, EXPECTED);
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.goto("/");
  await damageContent(page);
  await page.goto("/book-call");
  const heading = pageHeading(page);
  await expect(heading).toHaveText(errorPage.heading);
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await expect(page).toHaveTitle(pages.error.title);
  expect(logged.some((text) => MESSAGE.test(text))).toBe(true);
  // The link loads a document, since this one may have damaged code.
  await linkIn(page.getByRole("main"), errorPage.home).click();
  await untilHydrated(page.locator("#headline"));
  await linkIn(page.getByRole("banner"), content.header.bookCall).click();
  await expect(heading).toHaveText(errorPage.heading);
  await page.unroute(DAMAGED);
  await page.goBack();
  await expect(page).toHaveTitle(pages.home.title);
  await page.goBack();
  await expect(heading).toHaveText(content.bookCall.heading);
});

/**
 * Puts null in place of each part of the content
 * that scripts render, but not of the error page.
 */
async function damageContent(page: Page): Promise<void> {
  await page.route(DAMAGED, async (route) => {
    const response = await route.fetch();
    const { error, ...parts } = await response.json();
    const damaged = Object.keys(parts).map((part) => [part, null]);
    await route.fulfill({
      response,
      json: { error, ...Object.fromEntries(damaged) },
    });
  });
}
