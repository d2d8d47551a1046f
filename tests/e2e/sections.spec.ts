/** What stands on the landing page below the headline: panel, features, route, testimonials, contact, footer. */
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const { about, contact, features, route, footer, services, board, site, testimonials } = content;

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test("the chat panel shows three statuses", async ({ page }) => {
  const panel = page.getByRole("figure", { name: board.label });
  const statuses = panel.getByRole("list", { name: board.statusLabel }).getByRole("listitem");
  await expect(statuses).toHaveText(board.statuses.map(({ label }) => label));
});

test("about shows its figures and every promise", async ({ page }) => {
  const section = page.locator("#about");
  const { figures, promises } = about;
  for (const { figure, text } of figures) await expect(section).toContainText(`${figure}${text}`);
  for (const { title, text } of promises) await expect(section).toContainText(`${title}${text}`);
});

test("six features, each with an icon, a title, a description and benefits", async ({ page }) => {
  expect(features.items).toHaveLength(6);
  const section = page.locator("#features");
  for (const { title, description, benefits } of features.items) {
    const ticket = section.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
    await expect(ticket).toContainText(description);
    await expect(ticket.locator("svg")).toHaveCount(1);
    expect(benefits.length).toBeGreaterThan(1);
    await expect(ticket.getByRole("list").getByRole("listitem")).toHaveText(benefits);
  }
});

test("the route has four steps in order", async ({ page }) => {
  const steps = page.getByRole("list", { name: route.heading }).getByRole("listitem");
  await expect(steps.getByRole("heading")).toHaveText(content.route.steps.map(({ title }) => title));
});

test("six testimonials, each with a name, a trade, words, a result and five stars", async ({ page }) => {
  expect(testimonials.items).toHaveLength(6);
  const section = page.locator("#testimonials");
  await expect(section.getByRole("listitem")).toHaveCount(6);
  for (const { name, trade, content: quote, results } of testimonials.items) {
    const slip = section.getByRole("listitem").filter({ hasText: name });
    for (const words of [trade, quote, results]) await expect(slip).toContainText(words);
    const rating = slip.getByRole("img", { name: testimonials.rating.replace("{rating}", "5") });
    await expect(rating.locator("svg")).toHaveCount(5);
  }
});

test("contact lists what the call gives", async ({ page }) => {
  const gives = page.locator("#contact").getByRole("list").getByRole("listitem");
  await expect(gives).toHaveText([...contact.gives]);
});

test("the footer lists services and industries, and how to reach the agency", async ({ page }) => {
  const foot = page.getByRole("contentinfo");
  for (const { label } of services) await expect(foot.getByText(label, { exact: true })).toBeVisible();
  for (const industry of footer.industries) {
    await expect(foot.getByText(industry, { exact: true })).toBeVisible();
  }
  const email = foot.getByRole("link", { name: site.contactEmail });
  await expect(email).toHaveAttribute("href", `mailto:${site.contactEmail}`);
  await expect(foot.getByRole("link", { name: site.contactPhone })).toHaveAttribute("href", /^tel:\+?\d+$/);
});

test("the legal links point nowhere", async ({ page }) => {
  for (const { label: name } of content.legalLinks) {
    await expect(page.getByRole("contentinfo").getByRole("link", { name })).toHaveAttribute("href", "#");
  }
});
