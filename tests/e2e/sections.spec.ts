/** Pages without scripts: on paper, for a screen reader, and with full rows of testimonials. */
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const { about, board, contact, features, hero, route, testimonials } = content;

test.use({ javaScriptEnabled: false });

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
