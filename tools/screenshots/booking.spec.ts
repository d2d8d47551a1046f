/** The moving picture of README: from the first click to a booked call, in fifteen seconds. Its frames become one file. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { root } from "../../scripts/root.ts";
import { content } from "../../tests/content.ts";
import { exampleVisitor, inputs, put, submitButton } from "../../tests/e2e/booking-form.ts";
import { dayLinks, times } from "../../tests/e2e/schedule-board.ts";
import { test } from "../../tests/e2e/test.ts";
import { findProgram } from "../../tests/machine/programs.ts";

const { schedulePage } = content;

const FILE = join(root, "docs", "screenshots", "booking.webp");
/** Steps of the pointer on its way. */
const STEPS = 5;

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
  const at = { x: 620, y: 560 };
  const point = async (target: Locator) => {
    await target.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    const [dx, dy] = [(x + width / 2 - at.x) / STEPS, (y + height / 2 - at.y) / STEPS];
    for (let step = 0; step < STEPS; step++) {
      await showPointer(page, (at.x += dx), (at.y += dy));
      await frame(60);
    }
    await frame(300);
  };
  const click = async (target: Locator) => {
    await point(target);
    await target.click();
  };

  await page.goto("/");
  await showPointer(page, at.x, at.y);
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
  await point(phone);
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

/** A screenshot has no pointer. */
async function showPointer(page: Page, x: number, y: number): Promise<void> {
  await page.evaluate(
    ({ left, top }) => {
      const dot = document.querySelector<HTMLElement>("[data-film]") ?? document.createElement("div");
      dot.dataset["film"] = "";
      const looks = {
        position: "fixed",
        width: "22px",
        height: "22px",
        "border-radius": "50%",
        "z-index": "9999",
      };
      const paint = { background: "rgb(255 255 255 / 0.7)", border: "2px solid #222", left, top };
      for (const [name, value] of Object.entries({ ...looks, ...paint })) dot.style.setProperty(name, value);
      dot.style.setProperty("pointer-events", "none");
      document.body.append(dot);
    },
    { left: `${x - 11}px`, top: `${y - 11}px` },
  );
}
