import type { Page, Route } from "@playwright/test";
import { SCHEDULE_PATH, TIMES_PATH } from "../../contract/http/routes.ts";
import { pageContents } from "../../site/page-content.ts";
import { content, demoLines as boardLines, demos } from "../content.ts";
import { openStopped, pass } from "./clock.ts";
import { holdRequests, openHome } from "./hydration.ts";
import {
  expect,
  expectErrors,
  MOVING,
  test,
  buttonIn,
  linkIn,
} from "./test.ts";

test.use(MOVING);

const { demo } = content;

const opener = (page: Page) => buttonIn(page, content.hero.watchDemo);
const dialog = (page: Page) => page.getByRole("dialog", { name: demo.title });
const lines = (page: Page) =>
  dialog(page).getByRole("log").getByRole("listitem");
const control = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true });

const trades = pageContents(content).home.demo?.trades ?? [];
const [first, chosen] = trades;
const DEMOS = /\/demos-content-/;
const demoOf = demos[chosen?.path ?? ""];
const demoLines = demoOf?.lines ?? [];
const wordsOf = (shown = demoLines) =>
  shown.map(({ who, text }) => `${who} ${text}`);
const linesShownAt = (seconds: number) =>
  Math.ceil((seconds / demo.seconds) * demoLines.length);

async function openPlaying(page: Page): Promise<void> {
  await openStopped(page);
  const headline = buttonIn(page, content.hero.pause);
  // In Firefox, React may need the clock to
  // go on after `openStopped` has returned.
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(headline).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await opener(page).click();
  await dialog(page).click({ position: { x: 3, y: 9 } });
  await expect(dialog(page)).toBeVisible();
  await expect(control(page, demo.play), "nothing is chosen").toBeHidden();
  await choose(page);
  await pass(page, 0);
}

async function choose(page: Page): Promise<void> {
  await linkIn(dialog(page), chosen?.name ?? "").click();
  await expect(control(page, demo.pause)).toBeVisible();
  await expect(page.locator("#missed b").first()).toHaveText(
    String(demoOf?.missed.calls),
  );
}

test(
  "the demo plays, pauses, restarts and shows its transcript; the headline stops",
  { tag: "@engines" },
  async ({ page }) => {
    await openPlaying(page);
    const typed = () =>
      page.locator("#headline [data-typed]").getAttribute("data-typed");
    const expectLinesAt = async (seconds: number, wait: number) => {
      await pass(page, wait * 1000);
      await expect(lines(page)).toHaveCount(linesShownAt(seconds));
    };
    await expectLinesAt(0, 0);
    await expectLinesAt(8, 8);
    const headline = await typed();
    await control(page, demo.pause).click();
    await expect(control(page, demo.play)).toBeFocused();
    await expectLinesAt(8, 10);
    await control(page, demo.play).click();
    await expect(control(page, demo.pause)).toBeVisible();
    await expectLinesAt(15, 7);
    await lines(page).first().selectText();
    await expectLinesAt(29, 14);
    await expect(lines(page)).toHaveText(wordsOf(demoLines));
    expect(await page.evaluate(() => String(getSelection()))).toBeTruthy();
    await expect(lines(page).last()).toBeInViewport();
    await pass(page, 1100);
    const book = linkIn(dialog(page), demo.book);
    await expect(book, "it has ended").toHaveAttribute("href", SCHEDULE_PATH);
    await expect(book).toBeFocused();
    await control(page, demo.restart).click();
    await expect(lines(page)).toHaveCount(0);
    await expectLinesAt(2, 2);
    expect(await typed()).toBe(headline);
    await page.keyboard.press("Escape");
    await pass(page, 5000);
    await expect.poll(typed).not.toBe(headline);
    const stop = page.locator("#route li:first-child");
    await stop.scrollIntoViewIfNeeded();
    await expect(opener(page)).toBeFocused();
    await expect(stop).toHaveCSS("clip-path", /none|0px.0/, {
      pseudo: "after",
    });
    await opener(page).press("Enter");
    await expect(dialog(page).locator("[aria-current]")).toHaveCount(0);
    const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
    const hold = (route: Route) => late.then(() => route.continue());
    await page.route(DEMOS, hold, { times: 1 });
    await linkIn(dialog(page), first?.name ?? "").click();
    await choose(page);
    const arrived = page.waitForResponse(DEMOS);
    arrive();
    await arrived;
    await pass(page, 0);
    await control(page, demo.transcript).click();
    await expect(lines(page)).toHaveText(wordsOf(demoLines));

    const timesAreRenewed = page.waitForRequest(`**${TIMES_PATH}`);
    await page.clock.fastForward("11:00");
    await timesAreRenewed;
  },
);

test("under reduced motion or without its code, the demo opens as its transcript", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const release = await holdRequests(page, "**/late-code-*.js");
  await openHome(page);
  for (let times = 0; times < 2; times++) {
    await opener(page).click();
    await expect(lines(page)).toHaveCount(boardLines.length);
    release();
    await expect(control(page, demo.play)).toBeVisible();
    await opener(page).dispatchEvent("click");
    await expect(page.locator("dialog:modal")).toBeVisible();
    await linkIn(dialog(page), chosen?.name ?? "").click({
      modifiers: [times === 0 ? "ControlOrMeta" : "Shift"],
    });
    await expect(
      dialog(page).locator("[aria-current]"),
      "a tab opens",
    ).toHaveCount(0);
    await dialog(page).evaluate((it) => {
      const recording = document.createElement("audio");
      recording.pause = () => recording.remove();
      it.append(recording);
    });
    await control(page, demo.close).click();
    await expect(page.locator("audio")).toHaveCount(0);
    await expect(dialog(page)).toBeHidden();
  }
  expectErrors(page, /Failed to (load|fetch)/);
  await page.route(DEMOS, (route) => route.abort());
  await page.setViewportSize({ width: 320, height: 568 });
  await opener(page).click();
  await linkIn(dialog(page), chosen?.name ?? "").click();
  const said = dialog(page).getByText(String(demo.notLoaded));
  await expect(said).toBeInViewport({ ratio: 0.9 });
  await expect(lines(page)).toHaveCount(boardLines.length);
});
