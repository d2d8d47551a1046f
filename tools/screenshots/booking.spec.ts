/** The moving picture of README: from the first click to a booked call, in fifteen seconds. Its frames become one file. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { root } from "../../scripts/root.ts";
import { content } from "../../tests/content.ts";
import { exampleVisitor, inputs, put, submitButton } from "../../tests/e2e/booking-form.ts";
import { dayLinks, times } from "../../tests/e2e/schedule-board.ts";
import { test } from "../../tests/e2e/test.ts";
import { findProgram } from "../../tests/machine/programs.ts";

const { schedulePage } = content;

const FILE = join(root, "docs", "screenshots", "booking.webp");

test.use({ viewport: { width: 960, height: 640 }, contextOptions: { reducedMotion: "reduce" } });

test("a call, from the first click", async ({ page }, { outputDir }) => {
  const program = findProgram("img2webp");
  if (program === undefined)
    throw new Error("Debian's package webp brings img2webp, which joins the frames.");
  const frames: string[] = [];
  /** @param milliseconds how long the frame stays */
  const frame = async (milliseconds: number) => {
    const path = join(outputDir, `${frames.length}.png`);
    await page.screenshot({ path });
    frames.push("-d", String(milliseconds), path);
  };
  const click = async (target: Locator) => {
    await target.hover();
    await frame(600);
    await target.click();
  };

  await page.goto("/");
  await frame(1500);
  const toSchedule = page.locator(`a[href="${SCHEDULE_PATH}"]`).filter({ visible: true }).first();
  // The film stays in its window.
  await toSchedule.evaluate((link) => link.removeAttribute("target"));
  await click(toSchedule);
  await dayLinks(page).first().waitFor();
  await frame(1500);
  await click(dayLinks(page).nth(2));
  await frame(500);
  await click(times(page).nth(4));
  const phone = page.getByLabel(schedulePage.phone);
  await phone.waitFor();
  await frame(1000);
  await phone.fill("(201) 555-0142");
  await frame(400);
  const visitor = exampleVisitor("film");
  const said = { ...visitor, name: "Sam Porter", email: "sam@porter.example", companyName: "Porter Heating" };
  for (const input of inputs) {
    await put(page, input, said[input]);
    await frame(350);
  }
  await click(submitButton(page));
  await page.getByRole("link", { name: schedulePage.move, exact: true }).waitFor();
  await frame(3000);
  const words = ["-loop", "0", "-lossy", "-q", "55", "-m", "6", ...frames, "-o", FILE];
  const { status, stderr } = spawnSync(program, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
});
