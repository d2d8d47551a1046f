/** This tab keeps a half-filled form until it is stored, whatever happens to the page. */
import { EMPTY, field, filledIn, fillIn, submitAndConfirm } from "./booking-form.ts";
import { holdScript, openForm, untilHydrated } from "./hydration.ts";
import { openBoard, pickTime } from "./schedule-board.ts";
import { expect, expectErrors, test } from "./test.ts";

test.beforeEach(({ page }) => expectErrors(page, /is not a constructor/));

test(
  "a reload keeps it, newer text wins, other tabs have none",
  { tag: "@engines" },
  async ({ page, context, visitor }) => {
    await openForm(page);
    await fillIn(page, { ...visitor, additionalInfo: "" });
    const release = await holdScript(page);
    await page.reload();
    await field(page, "name").fill("Norma");
    await field(page, "additionalInfo").fill("Six vans");
    release();
    await untilHydrated(page.locator("#book-call"));
    await expect(field(page, "email")).toHaveValue(visitor.email);
    expect(await filledIn(page)).toEqual({ ...visitor, name: "Norma", additionalInfo: "Six vans" });

    await page.reload();
    await untilHydrated(page.locator("#book-call"));
    await expect(field(page, "name")).toHaveValue("Norma");
    const other = await context.newPage();
    await openForm(other);
    expect(await filledIn(other)).toEqual(EMPTY);
  },
);

test("what was typed in one form stands in the other", async ({ page, visitor }) => {
  await openForm(page);
  await fillIn(page, visitor);
  await openBoard(page);
  await pickTime(page, 0);
  await untilHydrated(page.locator("#lead-form"));
  expect(await filledIn(page)).toEqual(visitor);
  await field(page, "name").fill("Norma");
  await openForm(page);
  expect(await filledIn(page)).toEqual({ ...visitor, name: "Norma" });
});

test("a crash of the tab keeps it", { tag: "@full" }, async ({ page, browser, visitor }) => {
  await openForm(page);
  await fillIn(page, visitor);
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets");
  const target = targetInfos.find(({ url }) => url === page.url());
  if (!target) throw new Error("The page is not among the browser's targets.");
  const { sessionId } = await session.send("Target.attachToTarget", { targetId: target.targetId });
  const tell = (method: string, params = {}) =>
    session.send("Target.sendMessageToTarget", {
      sessionId,
      message: JSON.stringify({ id: 1, method, params }),
    });
  const answers: string[] = [];
  session.on("Target.receivedMessageFromTarget", ({ message }) => answers.push(message));
  await Promise.all([page.waitForEvent("crash"), tell("Page.crash")]);
  await tell("Page.reload");
  await expect
    .poll(async () => {
      await tell("Runtime.evaluate", { expression: "document.querySelector('#problems')?.value" });
      return answers.at(-1);
    })
    .toContain("Missed calls after five");
});

test("a form stored without the script is forgotten", async ({ page, visitor }) => {
  await openForm(page);
  await fillIn(page, visitor);
  // A script that breaks before the request has left: the browser sends the form itself.
  await page.evaluate("window.Request = undefined");
  await submitAndConfirm(page);
  await untilHydrated(page.locator("#book-call"));
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(visitor.email);
  await openForm(page);
  expect(await filledIn(page)).toEqual(EMPTY);
});
