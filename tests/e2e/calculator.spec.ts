import type { Page } from "@playwright/test";
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { fillIn } from "../../contract/content/fill-in.ts";
import { worthOf } from "../../site/pages/home/calls-worth.ts";
import { content } from "../content.ts";
import { inputs, put, submitAndConfirm } from "./booking-form.ts";
import { holdScript, openHome, untilHydrated } from "./hydration.ts";
import { offeredTimes } from "./schedule-board.ts";
import { expect, test } from "./test.ts";

const { missed, demo, trades } = content;
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
  await slider(page, missed.calls).fill("12");
  await slider(page, missed.job).press("ArrowRight");
  const shown = worth(12, missed.job.value + missed.job.step);
  await expect(calculator(page)).toContainText(
    `${shown["amount"]} ${missed.result}`,
  );
  await expect(calculator(page)).toContainText(fillIn(missed.formula, shown));
  await page.goto(BOOK_CALL.path);
  const line = fillIn(missed.line, shown);
  await expect(info).toHaveValue(line);
  for (const input of inputs)
    if (input !== "additionalInfo")
      await put(page, input, visitor[input] ?? "");
  await submitAndConfirm(page);
  expect(site.leads(visitor.email)).toMatchObject([{ additional_info: line }]);

  const form = `${SCHEDULE_PATH}?at=${(await offeredTimes(request))[0]}`;
  for (const [amount, words] of [
    ["650", /\$650/],
    ["300", "We are three."],
  ] as const) {
    await page.goto(`/${Object.keys(trades)[0]}`);
    await slider(page, missed.job).fill(amount);
    await expect(calculator(page)).toContainText(`$${amount}`);
    await page.goto(form);
    await expect(info, "what was typed stays").toHaveValue(words);
    await info.fill("We are three.");
  }
});

test(
  "the sliders work before React loads, and keep their values when it does",
  { tag: "@full" },
  async ({ page }) => {
    const release = await holdScript(page);
    await page.goto("/");
    await slider(page, missed.calls).fill("20");
    const shown = worth(20, missed.job.value);
    const amount = calculator(page).getByText(shown["amount"]).first();
    await expect(amount).toBeVisible();
    release();
    await untilHydrated(page.locator("#headline"));
    await expect(amount).toBeVisible();
    await expect(slider(page, missed.calls)).toHaveValue("20");
  },
);

test(
  "a trade chosen in the demo sets the sliders, and the demo links the trade's page",
  { tag: "@full" },
  async ({ page }) => {
    const [[file, trade] = []] = Object.entries(trades);
    if (!file || !trade) throw new Error("There is no trade.");
    await openHome(page);
    await page.getByRole("button", { name: content.hero.watchDemo }).click();
    const dialog = page.getByRole("dialog", { name: demo.title });
    await dialog.getByRole("link", { name: trade.name, exact: true }).click();
    await expect(
      dialog.getByRole("link", { name: trade.name, exact: true }),
    ).toHaveCount(2);
    await dialog.getByRole("button", { name: demo.close }).click();
    await expect(slider(page, missed.calls)).toHaveValue(
      String(trade.missed.calls),
    );
    await expect(slider(page, missed.job)).toHaveValue(
      String(trade.missed.job),
    );
    await page.goto(`/${file}`);
    const own = worth(trade.missed.calls, trade.missed.job);
    await expect(calculator(page)).toContainText(own["amount"]);
    await slider(page, missed.calls).fill("25");
    await expect(calculator(page)).toContainText(
      worth(25, trade.missed.job)["amount"],
    );
  },
);
