/**
 * How pages look on three screens: lists of what style sheets make of their
 * elements. `accessibility.spec.ts` tests that everything fits.
 */

import type { Page } from "@playwright/test";
import { ASK_LINK_PATH, SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { openForm, openHome } from "./hydration.ts";
import { listLooks } from "./looks.ts";
import { linkToken } from "./operator.ts";
import {
  book,
  bookFirst,
  offeredTimes,
  openBoard,
  PHONE,
  pickTime,
} from "./schedule-board.ts";
import { buttonIn, expect, expectErrors, pageHeading, test } from "./test.ts";

const { demo, header, hero, schedulePage } = content;

// Each list has thousands of styles.
test.setTimeout(240_000);

/** Opens a page with the styles that come once somebody is there. */
async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(async () => {
    // From one element to another.
    await page.mouse.move(99, 300);
    await page.mouse.move(9, 9);
    await expect(page.locator("#deliverables")).toHaveCSS(
      "position",
      "absolute",
      { pseudo: "before", timeout: 500 },
    );
  }).toPass({ timeout: 20_000 });
}

test("the landing page and its parts look as listed", async ({ page }) => {
  // The last one is as wide as a phone's screen with large text.
  const { add, addTouched, expectListed } = listLooks(page, [240, 480]);
  await openHome(page);
  // Its code brings the styles of what is below the first screen.
  await buttonIn(page, hero.watchDemo).click();
  await expect(buttonIn(page, demo.restart)).toBeVisible();
  await add("the demo");
  for (const mode of ["choosing", "playing", "ended"]) {
    await page.evaluate(
      `document.querySelector("#demo").dataset.mode = "${mode}"`,
    );
    await add(`the demo, ${mode}`);
  }
  await page.evaluate(`document.querySelector("#demo").append(
    document.createElement("video"))`);
  await add("the demo with a film");
  await page.keyboard.press("Escape");
  await add("the landing page");
  await page.emulateMedia({ media: "print" });
  await add("the landing page, printed");
  await page.emulateMedia({ media: "screen" });
  await addTouched("the landing page");
  await openWhole(page, "/");
  await page.setViewportSize({ width: 360, height: 740 });
  await buttonIn(page, header.menuButton).click();
  await add("its menu");
  await page.emulateMedia({ forcedColors: "active" });
  await add("its menu, in forced colors");
  await openWhole(page, `/${Object.keys(content.trades)[0]}`);
  await add("the page of a trade");
  expectListed("landing");
});

test("the form and the pages of a call look as listed", async ({
  page,
  visitor,
}) => {
  const { add, expectListed } = listLooks(page);
  await openForm(page);
  await add("the form");
  await form.submit(page);
  await add("the form, refused");
  expectErrors(page, /Failed to load resource|Failed to fetch/);
  await form.answerOnce(page, (route) => route.abort());
  await form.sendForm(page, visitor);
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
  await add("the form, failed");
  await form.sendAndConfirm(page, visitor);
  await add("the confirmation");
  await openBoard(page);
  await add("the board");
  await pickTime(page);
  await add("the form of a time");
  await page.goBack();
  await bookFirst(page, visitor);
  await add("a booked call");
  await page.emulateMedia({ media: "print" });
  await add("a booked call, printed");
  await page.emulateMedia({ media: "screen" });
  await page.getByText(schedulePage.cancel, { exact: true }).click();
  await add("its cancellation");
  await buttonIn(page, schedulePage.cancelYes).click();
  await expect(pageHeading(page)).toHaveText(schedulePage.states.cancelled);
  await add("a canceled call");
  await page.goto("/no-such-page");
  await add("an error");
  expectListed("booking");
});

test("what a visitor with a call meets looks as listed", async ({
  page,
  site,
  request,
  visitor,
}) => {
  const { add, addPages, addTouched, expectListed } = listLooks(page);
  const offered = await offeredTimes(request);
  const startsAt = String(offered.at(-1));
  const call = await book(request, visitor, startsAt);
  const late = { ...form.exampleVisitor("late"), startsAt, callNumber: PHONE };
  await request.post(SCHEDULE_PATH, { form: late });
  const id = String(site.leads(late.email)[0]?.["id"]);
  const at = `at=${offered[20]}`;
  const own = `${SCHEDULE_PATH}?token=${linkToken(site, "schedule", id)}`;
  await addPages({
    "a call": call,
    "its move": `${call}&move&${at}`,
    "a lost link": ASK_LINK_PATH,
    zones: `${SCHEDULE_PATH}?zones`,
    "a time that was taken": `${own}&kept=taken`,
    "the form of a lead": `${own}&${at}`,
  });
  await page.goto(`${call}#cancel`);
  await addTouched("its cancellation");
  await openForm(page);
  await addTouched("the form");
  await openBoard(page);
  await add("the board");
  await addTouched("the board");
  expectListed("calls");
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("pages look as listed", async ({ page }) => {
    const { addPages, expectListed } = listLooks(page);
    await addPages({ home: "/", form: "/book-call" });
    expectListed("still");
  });
});
