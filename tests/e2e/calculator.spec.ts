import { content } from "../content.ts";
import { openHome } from "./hydration.ts";
import { buttonIn, expect, expectErrors, test } from "./test.ts";

const { missed } = content;

test("until their code comes, the calculator's sliders are hidden", async ({
  page,
}) => {
  expectErrors(page, /Failed to load resource/);
  const slider = page.getByRole("slider", { name: missed.calls.label });
  const code = /late-code|\.css/;
  await page.route(code, (route) => route.abort());
  await openHome(page);
  await page.getByRole("heading", { name: missed.heading }).hover();
  await expect(slider).toBeHidden();
  await page.unroute(code);
  await buttonIn(page, content.hero.watchDemo).click();
  await expect(slider).toBeVisible();
});
