/** Pages whose texts a browser's translator replaced, before the script came and after it. */
import { SCHEDULE_PATH, TIMES_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { holdRequests, holdScript, untilHydrated } from "./hydration.ts";
import { dayLinks, pickTime } from "./schedule-board.ts";
import { expect, expectErrors, test } from "./test.ts";

/** Puts an element in the place of each text, like Chrome. */
function translate(): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text) texts.push(node);
  for (const text of texts) {
    if (text.parentElement?.matches("script, style, textarea, option")) continue;
    const font = document.createElement("font");
    font.textContent = text.data;
    text.replaceWith(font);
  }
}

const NOTICE = /The page was changed before its script came/;

for (const path of ["/", "/book-call"])
  test(`${path} translated before the script came stays whole, and leads to the call`, async ({
    page,
    site,
    visitor,
  }) => {
    expectErrors(page, NOTICE);
    const release = await holdScript(page);
    // They come late, in the visitor's zone, and change the words that are compared below.
    await holdRequests(page, `**${TIMES_PATH}`);
    await page.goto(path);
    await page.evaluate(translate);
    const words = await page.locator("body").innerText();
    if (path !== "/") await form.field(page, "name").fill(visitor.name);
    const noticed = page.waitForEvent("console", (message) => NOTICE.test(message.text()));
    release();
    await page.keyboard.press("Shift");
    await noticed;
    expect(await page.locator("body").innerText()).toBe(words);
    if (path === "/") await page.getByRole("link", { name: content.header.bookCall }).first().click();
    else await expect(form.field(page, "name")).toHaveValue(visitor.name);
    await form.sendAndConfirm(page, visitor);
    expect(site.leads(visitor.email)).toHaveLength(1);
  });

test("a board that is translated shows the day that is chosen then, and leads to the form of its time", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(SCHEDULE_PATH);
  await untilHydrated(page.locator("#root > :last-child"));
  await page.evaluate(translate);
  const before = await page.locator("#day").innerText();
  await dayLinks(page).nth(2).click();
  const day = page.locator("#day");
  await expect(day).not.toHaveText(before);
  await pickTime(page, 0);
});
