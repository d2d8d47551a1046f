/** Pages without scripts: on paper, for a screen reader, and with full rows of testimonials. */
import { BOOK_CALL } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const { about, board, contact, features, hero, route, testimonials } = content;

test.use({ javaScriptEnabled: false });

test(
  "on paper no block is split, or separated from its heading",
  { tag: "@full" },
  async ({ page }) => {
    await page.emulateMedia({ media: "print" });
    const whole =
      "#features li, details, #testimonials li, #contact > :last-child, form > [data-field], footer";
    for (const path of ["/", BOOK_CALL.path]) {
      await page.goto(path);
      const after = await page
        .locator("h2, h3, div:has(> h2 + p)")
        .evaluateAll((all) =>
          all.map((heading) => getComputedStyle(heading).breakAfter),
        );
      expect(after.filter((value) => value !== "avoid")).toEqual([]);
      const inside = await page
        .locator(whole)
        .evaluateAll((all) =>
          all.map((part) => getComputedStyle(part).breakInside),
        );
      expect(inside.length).toBeGreaterThan(3);
      expect(inside.filter((value) => value !== "avoid")).toEqual([]);
    }
    await page.goto("/");
    // On paper this card is not turned, since a turned corner would be on the page before.
    const sheet = page
      .locator("#about")
      .getByText(about.sheet.title)
      .locator("..");
    await expect(sheet).toHaveCSS("break-inside", "avoid");
    await expect(sheet).toHaveCSS("rotate", "none");
    // Browsers print a dark scheme's canvas in the margins.
    await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
    await expect(page.locator("header").getByRole("button")).toBeHidden();
  },
);

test("a screen reader hears headings at their level, and parts and pictures by name", async ({
  page,
}) => {
  await page.goto("/");
  const titles = (items: readonly { title: string }[]) =>
    items.map(({ title }) => title);
  for (const [index, names] of [
    [hero.phrases[0] ?? ""],
    [about, features, testimonials, contact].map(({ heading }) => heading),
    [...titles(features.items), route.heading],
    titles(route.steps),
  ].entries())
    for (const name of names)
      await expect(
        page.getByRole("heading", { name, exact: true, level: index + 1 }),
      ).toHaveCount(1);
  const named = {
    region: [
      hero.phrases[0],
      about.heading,
      features.heading,
      testimonials.heading,
      contact.heading,
    ],
    list: [board.statusLabel, route.heading, contact.deliverablesLabel],
    figure: [board.label],
    img: [about.clock.label],
  };
  for (const role of ["region", "list", "figure", "img"] as const)
    for (const name of named[role])
      await expect(
        page.getByRole(role, { name: name ?? "", exact: true }),
      ).toHaveCount(1);
});

test(
  "all testimonials are shown, and five, four or two fill their rows without a gap",
  { tag: "@full" },
  async ({ page }) => {
    await page.goto("/");
    for (const { content: quote } of testimonials.items)
      await expect(page.getByText(quote)).toBeVisible();
    const holes = (count: number) =>
      page.locator("#testimonials").evaluate((section, kept) => {
        const slips = [...section.querySelectorAll("ul > li")];
        for (const slip of slips.slice(kept)) slip.remove();
        const { right } = section
          .querySelector("ul")
          ?.getBoundingClientRect() ?? { right: 0 };
        const rows = new Map<number, number>();
        for (const slip of slips.slice(0, kept)) {
          const box = slip.getBoundingClientRect();
          rows.set(
            Math.round(box.top),
            Math.max(rows.get(Math.round(box.top)) ?? 0, box.right),
          );
        }
        return [...rows.values()].filter((end) => Math.abs(end - right) > 1)
          .length;
      }, count);
    for (const count of [5, 4, 2]) {
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await holes(count), `${count} at ${width}`).toBe(0);
      }
    }
  },
);
