/** A caller in the inbox, on a phone in another zone than the agency's. */
import { INBOX } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { enterInbox } from "./operator.ts";
import { expectReach } from "./reach.ts";
import { expect, test } from "./test.ts";

const { calls, inbox, leadContent } = content;

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.use({ hasTouch: true, isMobile: true, timezoneId: "Asia/Tokyo" });

test("a caller is added, and their call is booked, moved and canceled", async ({ page, site, visitor }) => {
  const press = (name: string) => page.getByRole("button", { name, exact: true }).tap();
  const status = page.getByRole("status");
  await page.setViewportSize({ width: 360, height: 640 });
  await enterInbox(page, site);
  await page.getByRole("link", { name: inbox.edit.add }).tap();
  await page.getByLabel(content.fields.name.label).fill(visitor.name);
  await page.getByLabel(inbox.edit.emailOrPhone).fill("(201) 555-0142");
  await page.getByLabel(inbox.edit.note).fill("Missed calls");
  await page.getByLabel(inbox.edit.from).selectOption("Google");
  await press(inbox.edit.save);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(visitor.name);
  await expect(status).toHaveText(inbox.deeds.added);
  await press(calls.book.button);
  await expect(status).toHaveText(inbox.deeds["no-time"]);

  await page.getByText(calls.book.open, { exact: true }).click();
  const days = page.getByRole("group", { name: calls.book.openTime });
  await days.locator("summary").nth(1).click();
  const offered = days.getByRole("radio").nth(4);
  await offered.check();
  const startsAt = (await offered.getAttribute("value")) ?? "";
  await press(calls.book.button);
  await expect(status).toHaveText(inbox.deeds.booked);
  const call = page.locator(".lead-call");
  await expect(call.locator("time")).toHaveAttribute("datetime", startsAt.replace("Z", ".000Z"));
  await expect(call).toContainText("2015550142");
  // The time at which somebody booked is not taken for that of the call.
  const set = leadContent.outcomeSet.replace("{outcome}", leadContent.outcomes.booked).split("{time}")[0];
  await expect(page.getByRole("definition").filter({ hasText: set ?? "" })).toBeVisible();
  await expectReach(page, [360]);

  const { pathname } = new URL(page.url());
  const linkTo = (what: string) => page.locator(`a[href^="${pathname}#${what}-"]`);
  await page.goto(INBOX.calls);
  await linkTo("move").tap();
  await page.getByLabel(calls.moveTo).fill("2032-05-04T21:00");
  await press(calls.changes.move.button);
  await expect(call.locator("time")).toHaveAttribute("datetime", "2032-05-05T01:00:00.000Z");
  await page.goto(INBOX.calls);
  await linkTo("cancel").tap();
  await press(calls.changes.cancel.button);
  await expect(call).toContainText(calls.states.cancelled);
});
