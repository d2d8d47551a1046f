/**
 * A visitor without scripts reads, jumps to sections,
 * sends the form, and corrects a refused form.
 */

import { content, errorTitleOf, sectionLabel } from "../content.ts";
import * as form from "./booking-form.ts";
import {
  expect,
  expectErrors,
  test,
  pageHeading,
  buttonIn,
  linkIn,
} from "./test.ts";

const { fields, pages } = content;

test.use({ javaScriptEnabled: false });

test("a form that is sent twice stores one lead", async ({
  page,
  site,
  visitor,
}) => {
  await page.goto("/book-call");
  await expect(
    page.locator("[data-field=problems] button").first(),
    "needs the script",
  ).toBeHidden();
  await form.fillIn(page, visitor);
  await form.submitButton(page).dblclick();
  await form.expectConfirmed(page);
  await expect(page).toHaveTitle(pages.confirmation.title);
  await page.reload();
  await form.expectConfirmed(page);
  await linkIn(page, content.confirmation.back).click();
  await expect(page).toHaveTitle(pages.home.title);
  await page.goBack();
  await form.expectConfirmed(page);
  expect(site.leads(visitor.email)).toMatchObject([form.leadOf(visitor)]);
});

test("a refused form comes back filled, and is then sent", async ({
  page,
  site,
  visitor,
}) => {
  expectErrors(page, /Failed to load resource/);
  const hostile = `</textarea><script>document.title = "taken"</script> "&amp;`;
  await page.goto("/book-call");
  await form.sendForm(page, {
    ...visitor,
    name: "   ",
    additionalInfo: hostile,
  });
  const banner = page.getByRole("alert");
  await expect(banner).toContainText(fields.name.missing);
  await expect(page).toHaveTitle(errorTitleOf(pages.bookCall));
  expect(await form.filledIn(page)).toEqual({
    ...visitor,
    name: "   ",
    additionalInfo: hostile,
  });
  expect(site.leads(visitor.email)).toEqual([]);

  await linkIn(banner, fields.name.missing).click();
  await expect(form.field(page, "name")).toBeInViewport();
  await form.field(page, "name").fill(visitor.name);
  await form.submitAndConfirm(page);
  expect(site.leads(visitor.email)).toMatchObject([
    { additional_info: hostile },
  ]);
});

test("the headline is one phrase, the links of the menu work, and the demo opens and closes", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/");
  const headline = pageHeading(page).getByText(content.hero.phrases[0] ?? "");
  await expect(headline).toHaveCSS("opacity", "1");
  for (const id of ["testimonials", "hero"]) {
    await buttonIn(page, content.header.menuButton).click();
    const menu = page.getByRole("navigation", {
      name: content.header.menuLabel,
    });
    await linkIn(menu, sectionLabel(id)).click();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  await buttonIn(page, content.hero.watchDemo).click();
  await buttonIn(page, content.demo.close).click();
});
