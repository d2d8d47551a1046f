/** A recorded call on the dispatch board: nothing of it without a file, sound and captions at a press. */
import { content } from "../content.ts";
import { openHome } from "./hydration.ts";
import { misfits } from "./misfits.ts";
import { recording, recordedSite } from "./recorded-site.ts";
import { expect, perWorker, test as base } from "./test.ts";

const test = base.extend({ siteEnv: perWorker(recordedSite) });

base("without a recording the board has nothing of it", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("#hero figure").getByRole("link")).toHaveCount(0);
});

test("a recorded call is loaded at a press, plays, pauses, and has its captions in step", async ({
  page,
}) => {
  const board = page.getByRole("figure", { name: content.board.label });
  const loaded: string[] = [];
  page.on("request", (sent) => {
    if (sent.url().endsWith(".wav")) loaded.push(sent.url());
  });
  await openHome(page);
  const hear = board.getByRole("link", { name: `${recording.label}, 0:06` });
  await expect(hear.locator("path[d^=M1]")).toHaveCount(1);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await misfits(page)).toEqual([]);
  expect(loaded).toEqual([]);
  await hear.click();
  await expect(board).toContainText("Thanks for calling.");
  const pause = board.getByRole("link", { name: content.demo.pause });
  await pause.click();
  await hear.click();
  await expect(board).toContainText("Our furnace quit.");
  await expect(hear, "it has ended").toBeVisible();
  expect(loaded).toHaveLength(1);
  await expect(page).toHaveURL("/");
});

test("a recorded call that is paused before its first sound stays on the page, and plays at the next press", async ({
  page,
}) => {
  const board = page.getByRole("figure", { name: content.board.label });
  await openHome(page);
  const hear = board.getByRole("link", { name: `${recording.label}, 0:06` });
  await hear.dblclick();
  await expect(board).toContainText("Thanks for calling.");
  await expect(hear, "it is paused").toBeVisible();
  await hear.click();
  await expect(board).toContainText("Our furnace quit.");
  await expect(page).toHaveURL("/");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("it is a link to the file", async ({ page, request }) => {
    await page.goto("/");
    const href = await page.getByRole("link", { name: recording.label }).getAttribute("href");
    const answer = await request.get(href ?? "");
    expect(answer.headers()["content-type"]).toBe("audio/wav");
  });
});
