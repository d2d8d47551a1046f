import type { Page } from "@playwright/test";
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { worthOf } from "../../site/pages/home/calls-worth.ts";
import { content } from "../content.ts";
import { inputs, put, submitAndConfirm } from "./booking-form.ts";
import { followToForm, openHome } from "./hydration.ts";
import { offeredTimes } from "./schedule-board.ts";
import { buttonIn, expect, expectErrors, test } from "./test.ts";

const { missed, trades } = content;
const slider = (page: Page, { label }: { label: string }) =>
  page.getByRole("slider", { name: label });
const calculator = (page: Page) =>
  page.getByRole("heading", { name: missed.heading }).locator("..");
const worth = (calls: number, job: number) =>
  worthOf({ calls, job, booked: missed.booked, money: missed.money }, "en");

test("the sliders change the amount, which the forms and the lead repeat in a line", async ({
  page,
  site,
  visitor,
  request,
}) => {
  const info = page.getByLabel(content.fields.additional_info.label);
  await openHome(page);
  // A translator of German names its language, in which a comma is a point.
  await page.evaluate(() => (document.documentElement.lang = "de"));
  await slider(page, missed.calls).fill("12");
  await slider(page, missed.job).press("ArrowRight");
  const shown = worth(12, missed.job.value + missed.job.step);
  await expect(calculator(page)).toContainText(
    `${shown["amount"]} ${missed.result}`,
  );
  await expect(calculator(page)).toContainText(fillIn(missed.formula, shown));
  await expect(calculator(page)).toContainText(`${missed.calls.label} 12`, {
    useInnerText: true,
  });
  await followToForm(page);
  await page.goBack();
  await expect(slider(page, missed.calls)).toHaveValue("12");
  await page.goto(BOOK_CALL.path);
  const line = fillIn(missed.line, shown);
  await expect(info).toHaveValue(line);
  for (const input of inputs)
    if (input !== "additionalInfo")
      await put(page, input, visitor[input] ?? "");
  await submitAndConfirm(page);
  expect(site.leads(visitor.email)).toMatchObject([{ additional_info: line }]);

  // A line that a form has shown changes; what somebody typed stays.
  const form = `${SCHEDULE_PATH}?at=${(await offeredTimes(request))[0]}`;
  for (const [job, words] of [
    ["600", /\$600/],
    ["650", /\$650/],
    ["700", "We are three."],
  ] as const) {
    await page.goto(`/${Object.keys(trades)[0]}`);
    await slider(page, missed.job).fill(job);
    await expect(slider(page, missed.job)).toHaveAttribute(
      "aria-valuetext",
      `$${job}`,
    );
    await page.goto(form);
    await expect(info).toHaveValue(words);
    if (job === "650") await info.fill("We are three.");
  }

  // Until their code comes, the sliders are hidden.
  expectErrors(page, /Failed to load resource/);
  const code = /late-code|\.css/;
  await page.route(code, (route) => route.abort());
  await openHome(page);
  await calculator(page).hover();
  await expect(slider(page, missed.calls)).toBeHidden();
  await page.unroute(code);
  await buttonIn(page, content.hero.watchDemo).click();
  await expect(slider(page, missed.calls)).toBeVisible();
});
