/** Each step of a visit is counted once, in totals; visitors who ask not to be tracked are not counted. */
import { content } from "../content.ts";
import { answerOnce, fillIn, submitAndConfirm, submitButton } from "./booking-form.ts";
import { openHome, untilHydrated } from "./hydration.ts";
import { administer } from "./operator.ts";
import { expect, expectErrors, test, type Site } from "./test.ts";

const { demo, hero } = content;

async function figures(site: Site, source: string): Promise<object | undefined> {
  const { sources } = await administer(site, "funnel", { days: 7, timeZone: "UTC" });
  return sources.find((found: { source: string }) => found.source === source);
}

test(
  "a visit counts each step once, however often it happens",
  { tag: "@full" },
  async ({ page, context, site, visitor }) => {
    expectErrors(page, /The lead was not stored|Failed to load resource/);
    await page.clock.install();
    await openHome(page, "/?utm_source=yelp");
    await page.getByRole("button", { name: hero.watchDemo }).click();
    await page.getByRole("dialog").getByRole("button", { name: demo.play }).click();
    await page.clock.runFor((demo.seconds + 1) * 1000);
    await page.getByRole("dialog").getByRole("button", { name: demo.close }).click();
    const bookNow = page.getByRole("link", { name: hero.bookNow }).first();
    for (const link of [bookNow, bookNow]) {
      const opened = context.waitForEvent("page");
      await link.click();
      await (await opened).getByRole("heading", { level: 1 }).waitFor();
    }
    await page.goto("/book-call");
    await page.locator("input").first().fill("N");
    await page.reload();
    await untilHydrated(page.locator("#book-call"));
    await fillIn(page, visitor);
    await answerOnce(page, (route) => route.fulfill({ status: 503, body: "" }));
    await submitButton(page).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await submitAndConfirm(page);
    const steps = { visits: 1, begun: 1, sent: 1, failed: 1, scheduler: 1, demo: 1 };
    await expect
      .poll(() => figures(site, "yelp"), { timeout: 20_000 })
      .toEqual({ source: "yelp", ...steps, leads: 1, booked: 0, won: 0 });
  },
);

for (const wish of ["globalPrivacyControl", "doNotTrack"])
  test(`with ${wish} a page reports nothing`, { tag: "@full" }, async ({ page }) => {
    await page.addInitScript((name) => Object.defineProperty(navigator, name, { get: () => "1" }), wish);
    const said: string[] = [];
    page.on("request", (request) => void said.push(new URL(request.url()).pathname));
    await openHome(page);
    await page.waitForLoadState("networkidle");
    expect(said).toContain("/");
    expect(said).not.toContain("/steps");
  });
