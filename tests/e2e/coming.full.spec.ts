/** The link of a reminder: the press behind it, and what the agency sees of it. */
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { expectFits } from "./misfits.ts";
import { enterInbox } from "./operator.ts";
import { instantOf, openBoard, times } from "./schedule-board.ts";
import { expect, test } from "./test.ts";

const { calls, schedulePage } = content;

test("a visitor says to be there with a second press, and the agency reads it in the list and on the lead's page", async ({
  page,
  visitor,
  request,
  site,
}) => {
  await openBoard(page);
  const startsAt = await instantOf(times(page).first());
  const form = { ...visitor, startsAt, zone: "UTC", callNumber: "(201) 555-0142" };
  const answer = await request.post(SCHEDULE_PATH, { form, maxRedirects: 0 });
  await page.goto(String(answer.headers()["location"]).replace("&booked", "&coming"));
  const button = page.getByRole("button", { name: schedulePage.coming.button });
  await expect(button).toBeVisible();
  await expectNoViolation(page);
  await expectFits(page);
  await button.click();
  await expect(page.getByText(schedulePage.coming.said)).toBeVisible();
  await expect(button).toHaveCount(0);
  await enterInbox(page, site);
  await page.goto("/inbox?filter=booked");
  const row = page.getByRole("row", { name: visitor.name });
  await expect(row).toContainText(calls.coming);
  await row.getByRole("link", { name: visitor.name }).click();
  await expect(page.locator(".lead-call")).toContainText(calls.coming);
});
