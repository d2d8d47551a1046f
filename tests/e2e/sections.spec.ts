/** The landing page and the page of a trade before any script runs: headings, texts, links, icons and stars. */
import type { Locator } from "@playwright/test";
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { fillIn } from "../../contract/placeholders.ts";
import { worthOf } from "../../contract/missed-calls.ts";
import { expect, test } from "./test.ts";

const { about, board, contact, faq, features, footer, hero, missed, route, site, testimonials } = content;

test.use({ javaScriptEnabled: false });

const PAPER = "on paper nothing is parted from its heading, and no block is split";

test(PAPER, { tag: "@full" }, async ({ page }) => {
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

test("the landing page has all its parts", async ({ page }) => {
  await page.goto("/");

  await test.step("a screen reader hears each heading at its level, and each section and list by its name", async () => {
    const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title);
    for (const [index, names] of [
      [hero.phrases[0] ?? ""],
      [about, features, testimonials, contact].map(({ heading }) => heading),
      [...titles(features.items), route.heading],
      titles(route.steps),
    ].entries())
      for (const name of names)
        await expect(page.getByRole("heading", { name, exact: true, level: index + 1 })).toHaveCount(1);
    const region = [hero.phrases[0], about.heading, features.heading, testimonials.heading, contact.heading];
    const list = [board.statusLabel, route.heading, contact.deliverablesLabel];
    const named = { region, list, figure: [board.label], img: [about.clock.label] };
    for (const role of ["region", "list", "figure", "img"] as const)
      for (const name of named[role])
        await expect(page.getByRole(role, { name: name ?? "", exact: true })).toHaveCount(1);
  });

  await test.step("the hero, the contact and the footer have their texts, links and lists", async () => {
    const [first, last] = [page.locator("#hero"), page.locator("#contact")];
    for (const text of [hero.eyebrow, hero.lead, hero.note]) await expect(first).toContainText(text);
    await expect(first.getByRole("button", { name: hero.watchDemo })).toBeVisible();
    const listed = (part: Locator, name: string) => part.getByRole("list", { name }).getByRole("listitem");
    await expect(listed(first, board.statusLabel)).toHaveText(board.statuses.map(({ label }) => label));
    await expect(listed(last, contact.deliverablesLabel)).toHaveText(contact.deliverables);
    await expect(last).toContainText(`${contact.formIntro} ${contact.formLink}`);
    await expect(last).toContainText(`${contact.callIntro} ${site.contactPhone}`);
    for (const text of [...content.services.map(({ label }) => label), ...footer.industries])
      await expect(page.getByRole("contentinfo").getByRole("listitem").getByText(text)).toBeVisible();
  });

  await test.step("about shows its figures, and whose they are", async () => {
    for (const { figure, text, basis = "" } of about.figures)
      await expect(page.locator("#about")).toContainText(`${figure}${text}${basis}`);
  });

  await test.step("the morning's sheet has the jobs of the night, and their number", async () => {
    const jobs = about.sheet.calls.flatMap(({ job }) => job ?? []);
    const sheet = page.locator("#about").getByText(about.sheet.title).locator("..");
    await expect(sheet.locator("..")).toBeVisible();
    for (const { time, text, visit } of jobs) await expect(sheet).toContainText(`${time} ${text} ${visit}`);
    await expect(sheet).toContainText(about.sheet.stamp.replace("{count}", String(jobs.length)));
  });

  await test.step("each trade is linked under the buttons", async () => {
    const trades = page.locator("#hero").getByRole("list", { name: content.doneForYou.tradesLabel });
    const links = await trades.getByRole("link").all();
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const answer = await page.request.get((await link.getAttribute("href")) ?? "");
      expect(answer.status()).toBe(200);
    }
  });

  await test.step("the calculator is an example with the delivered numbers, beside one case", async () => {
    const calculator = page.getByRole("heading", { name: missed.heading }).locator("..");
    const { calls, job } = missed;
    const worth = worthOf(
      { calls: calls.value, job: job.value, booked: missed.booked, money: missed.money },
      "en",
    );
    await expect(calculator).toContainText(`${worth["amount"]} ${missed.result}`);
    await expect(calculator).toContainText(fillIn(missed.formula, worth));
    await expect(calculator.getByRole("slider", { name: calls.label })).toHaveValue(String(calls.value));
    await expect(calculator.getByRole("slider", { name: job.label })).toHaveValue(String(job.value));
    const times = calculator.getByRole("link", { name: content.header.pickTime });
    await expect(times).toHaveAttribute("href", SCHEDULE_PATH);
    await expect(calculator.locator('a[href^="tel:"]')).toHaveText(site.contactPhone);
    const shown = page.getByRole("figure").filter({ hasText: missed.case?.heading ?? "" });
    const { name = "", before, after, source = "", sample } = missed.case ?? {};
    for (const text of [name, before?.label, before?.count, after?.label, after?.count, source])
      await expect(shown).toContainText(String(text));
    if (sample) await expect(shown).toContainText(content.sampleMark);
  });

  await test.step("the questions, and the person whom a visitor talks to", async () => {
    await expect(page.locator("#faq summary")).toHaveText(faq.items.map(({ question }) => question));
    const { host } = contact;
    if (host) await expect(page.locator("#contact")).toContainText(`${host.name}, ${host.role}`);
  });

  await test.step("features, each with a promise, an icon, a title, a description and benefits", async () => {
    const section = page.locator("#features");
    for (const { promise, title, description, benefits } of features.items) {
      const ticket = section
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name: title }) })
        .first();
      for (const text of [promise, description]) await expect(ticket).toContainText(text);
      await expect(ticket.locator("svg")).toHaveCount(1);
      await expect(ticket.getByRole("list").getByRole("listitem")).toHaveText(benefits);
    }
  });

  await test.step("testimonials, each with a name, a trade, words, a result and stars", async () => {
    const section = page.locator("#testimonials");
    await expect(section.getByRole("listitem")).toHaveCount(testimonials.items.length);
    for (const { name, trade, content: quote, results, rating: stars } of testimonials.items) {
      const slip = section.getByRole("listitem").filter({ hasText: name });
      for (const words of [trade, quote, results]) await expect(slip).toContainText(words);
      const rating = slip.getByRole("img", { name: testimonials.rating.replace("{rating}", String(stars)) });
      await expect(rating).toHaveText("★".repeat(stars));
    }
  });

  await test.step("all that is a sample is marked", async () => {
    const { host } = contact;
    const samples = [...about.figures, ...testimonials.items, ...faq.items, missed.case, host, host].filter(
      (each) => each?.sample,
    );
    expect(samples.length).toBeGreaterThan(0);
    await expect(page.getByText(content.sampleMark, { exact: true })).toHaveCount(samples.length);
  });

  await test.step("any number of testimonials fills its rows without a gap", async () => {
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
    await page.reload();
  });

  await test.step("the footer's links reach the agency, and the legal ones point where the content says", async () => {
    const link = (name: string) => page.getByRole("contentinfo").getByRole("link", { name });
    await expect(link(site.contactEmail)).toHaveAttribute("href", `mailto:${site.contactEmail}`);
    await expect(link(site.contactPhone)).toHaveAttribute("href", /^tel:\+?\d+$/);
    for (const { label, href } of content.legalLinks) await expect(link(label)).toHaveAttribute("href", href);
  });
});

test("a trade's page has both ways to book, the promise, and the number at its top", async ({ page }) => {
  await page.goto("/");
  const spaceOnTop = () =>
    page.evaluate(() => {
      const [header, figure] = ["header", "main figure"].map((name) => document.querySelector(name));
      return (figure?.getBoundingClientRect().top ?? 0) - (header?.getBoundingClientRect().bottom ?? 0);
    });
  const space = await spaceOnTop();
  for (const [file, { headline, eyebrow }] of Object.entries(content.trades)) {
    await page.goto(`/${file}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(headline);
    const first = page.getByRole("region", { name: headline });
    expect(Math.abs((await spaceOnTop()) - space)).toBeLessThanOrEqual(1);
    await expect(first).toContainText(eyebrow);
    const name = content.header.pickTime;
    await expect(first.getByRole("link", { name })).toHaveCount(1);
    for (const link of await page.getByRole("main").getByRole("link", { name, exact: true }).all())
      await expect(link).toHaveAttribute("href", SCHEDULE_PATH);
    await expect(first.getByRole("link", { name: content.header.sendNote })).toHaveAttribute(
      "href",
      BOOK_CALL.path,
    );
    for (const line of content.doneForYou.lines) await expect(first).toContainText(line);
    await expect(page.getByRole("banner").locator('a[href^="tel:"]')).toHaveText(site.contactPhone);
  }
});
