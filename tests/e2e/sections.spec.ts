/** The landing page and the page of a trade before any script runs: headings, texts, links, icons and stars. */
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { fillIn } from "../../contract/placeholders.ts";
import { worthOf } from "../../contract/missed-calls.ts";
import { expect, test } from "./test.ts";

const { about, board, contact, faq, features, footer, hero, missed, route, site, testimonials } = content;

test.use({ javaScriptEnabled: false });

test("on paper no block is split or parted from its heading", { tag: "@full" }, async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  const trade = `/${Object.keys(content.trades)[0]}`;
  const whole =
    "#features li, details, #testimonials li, #contact > :last-child, form > [data-field], footer";
  for (const path of ["/", trade, BOOK_CALL.path]) {
    await page.goto(path);
    for (const heading of await page.locator("h2, h3, div:has(> h2 + p)").all())
      await expect(heading).toHaveCSS("break-after", "avoid");
    const parts = await page.locator(whole).all();
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) await expect(part).toHaveCSS("break-inside", "avoid");
  }
  await page.goto("/");
  // Turned, its corner would be on the page before.
  const sheet = page.locator("#about").getByText(about.sheet.title).locator("..");
  await expect(sheet).toHaveCSS("break-inside", "avoid");
  await expect(sheet).toHaveCSS("rotate", "none");
  // Browsers print a dark scheme's canvas in the margins.
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  await expect(page.locator("header").getByRole("button")).toBeHidden();
});

const jobs = about.sheet.calls.flatMap(({ job }) => job ?? []);
const { host } = contact;
const { case: shown, calls, job } = missed;
const worth = worthOf(
  { calls: calls.value, job: job.value, booked: missed.booked, money: missed.money },
  "en",
);

const TEXTS: Record<string, (string | number | null | undefined)[]> = {
  "#hero": [hero.eyebrow, hero.lead, hero.note, hero.watchDemo, ...board.statuses.map(({ label }) => label)],
  "#about": [
    ...about.figures.map(({ figure, text, basis = "" }) => figure + text + basis),
    ...jobs.map(({ time, text, visit }) => `${time} ${text} ${visit}`),
    about.sheet.stamp.replace("{count}", String(jobs.length)),
  ],
  "#features": features.items.flatMap(({ promise, title, description, benefits }) => [
    promise,
    title,
    description,
    ...benefits,
  ]),
  "#testimonials": testimonials.items.flatMap(({ name, trade, content: quote, results, rating }) => [
    name,
    trade,
    quote,
    results,
    "★".repeat(rating),
  ]),
  "#faq": faq.items.map(({ question }) => question),
  "#contact": [
    ...contact.deliverables,
    `${contact.formIntro} ${contact.formLink}`,
    `${contact.callIntro} ${site.contactPhone}`,
    host && `${host.name}, ${host.role}`,
  ],
  main: [
    `${worth["amount"]} ${missed.result}`,
    fillIn(missed.formula, worth),
    ...Object.values(shown?.before ?? {}),
    ...Object.values(shown?.after ?? {}),
    shown?.name,
    shown?.source,
  ],
  footer: [...content.services.map(({ label }) => label), ...footer.industries],
};

test("each part of the landing page has its texts", async ({ page }) => {
  await page.goto("/");
  for (const [part, texts] of Object.entries(TEXTS))
    for (const text of texts) await expect(page.locator(part)).toContainText(String(text ?? ""));
});

test("a screen reader hears headings at their level, and regions and lists by name", async ({ page }) => {
  await page.goto("/");
  const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title);
  for (const [index, names] of [
    [hero.phrases[0] ?? ""],
    [about, features, testimonials, contact].map(({ heading }) => heading),
    [...titles(features.items), route.heading],
    titles(route.steps),
  ].entries())
    for (const name of names)
      await expect(page.getByRole("heading", { name, exact: true, level: index + 1 })).toHaveCount(1);
  const named = {
    region: [hero.phrases[0], about.heading, features.heading, testimonials.heading, contact.heading],
    list: [board.statusLabel, route.heading, contact.deliverablesLabel],
    figure: [board.label],
    img: [about.clock.label],
  };
  for (const role of ["region", "list", "figure", "img"] as const)
    for (const name of named[role])
      await expect(page.getByRole(role, { name: name ?? "", exact: true })).toHaveCount(1);
});

test("all that is a sample is marked", async ({ page }) => {
  await page.goto("/");
  const samples = [...about.figures, ...testimonials.items, ...faq.items, shown, host, host].filter(
    (each) => each?.sample,
  );
  expect(samples.length).toBeGreaterThan(0);
  await expect(page.getByText(content.sampleMark, { exact: true })).toHaveCount(samples.length);
});

test("any number of testimonials fills its rows without a gap", async ({ page }) => {
  await page.goto("/");
  const holes = (count: number) =>
    page.locator("#testimonials").evaluate((section, kept) => {
      const slips = [...section.querySelectorAll("ul > li")];
      for (const slip of slips.slice(kept)) slip.remove();
      const { right } = section.querySelector("ul")?.getBoundingClientRect() ?? { right: 0 };
      const rows = new Map<number, number>();
      for (const slip of slips.slice(0, kept)) {
        const box = slip.getBoundingClientRect();
        rows.set(Math.round(box.top), Math.max(rows.get(Math.round(box.top)) ?? 0, box.right));
      }
      return [...rows.values()].filter((end) => Math.abs(end - right) > 1).length;
    }, count);
  for (const count of [5, 4, 2]) {
    for (const width of [360, 700, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await holes(count), `${count} at ${width}`).toBe(0);
    }
  }
});

test("a trade's page has both ways to book, the promise, and the number at its top", async ({ page }) => {
  for (const [file, { headline, eyebrow }] of Object.entries(content.trades)) {
    await page.goto(`/${file}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(headline);
    const first = page.getByRole("region", { name: headline });
    for (const text of [eyebrow, ...content.doneForYou.lines]) await expect(first).toContainText(text);
    const ways = { [content.header.pickTime]: SCHEDULE_PATH, [content.header.sendNote]: BOOK_CALL.path };
    for (const [name, path] of Object.entries(ways))
      await expect(first.getByRole("link", { name })).toHaveAttribute("href", path);
    await expect(page.getByRole("banner").locator('a[href^="tel:"]')).toHaveText(site.contactPhone);
  }
});
