/** A landing page without all that a content may leave out: its first screen and the way to a call. */
import { expectNoViolation } from "./axe.ts";
import { openHome } from "./hydration.ts";
import { misfits } from "./misfits.ts";
import { expect, perWorker, test as base } from "./test.ts";
import { renderAnew } from "./other-content.ts";
import { newFolder } from "../machine/new-folder.ts";
import { content } from "../content.ts";

const { demo: _demo, doneForYou: _done, missed: _missed, testimonials: _said, ...others } = content;
const { about: _about, features: _features, route: _route, faq: _faq, ...kept } = others;

const test = base.extend({
  siteEnv: perWorker(() => {
    const dist = newFolder();
    renderAnew(dist, { content: kept });
    return { TEST_DIST: dist };
  }),
});

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the first screen and the work order work by themselves", async ({ page }) => {
  await openHome(page);
  await expect(page.getByRole("button", { name: content.hero.watchDemo })).toHaveCount(0);
  const links = page.getByRole("banner").getByRole("navigation").getByRole("link");
  await expectNoViolation(page);
  expect(await misfits(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(links.first()).toHaveAttribute("href", "#hero");
  await page.getByRole("link", { name: content.header.bookCall }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.bookCall.heading);
});
