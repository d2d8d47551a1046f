/** An agency's own site with a logo, portraits, questions and pages. */

import type { Page } from "@playwright/test";
import { SECTIONS } from "../../contract/content/home-schema.ts";
import { ASKED_KEY, NUMBER_KEY } from "../../contract/http/rest-api.ts";
import { expectNoViolation } from "./axe.ts";
import * as form from "./booking-form.ts";
import { openForm, openHome } from "./hydration.ts";
import { linesOf, misfits } from "./misfits.ts";
import { ownContent } from "./other-content.ts";
import { expectReach } from "./reach.ts";
import { openSite } from "./site.ts";
import {
  expect,
  expectErrors,
  test,
  pageHeading,
  useOwnServer,
} from "./test.ts";

/** Opens the landing page with its questions unfolded. */
async function openUnfolded(page: Page): Promise<void> {
  await openHome(page);
  await page
    .locator("details")
    .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
}

test.describe.configure({ mode: "default" });
useOwnServer(() => openSite({ CONTENT_DIR: ownContent() }));

test("a page of text begins a visit, is accessible, and scrolls a wide table", async ({
  page,
}) => {
  await page.goto("/privacy?utm_source=facebook");
  await expect(pageHeading(page)).toHaveText("Privacy Policy");
  const visit = () => page.evaluate(() => sessionStorage.getItem("visit"));
  await expect.poll(visit).toContain("/privacy?utm_source=facebook");
  await expectNoViolation(page);
  await expect(page.locator("main ol").last()).toHaveCSS(
    "list-style-type",
    "decimal",
  );
  await expect(page.locator("main ul").first()).toHaveCSS(
    "list-style-type",
    "disc",
  );
  const group = page.getByRole("group", {
    name: "Subprocessor, Responsibilities, Jurisdiction, Certification",
  });
  for (const cell of await group.locator("td, th").all())
    expect(await linesOf(cell)).toBe(1);
  await group.focus();
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(() => group.evaluate((element) => element.scrollLeft))
    .toBeGreaterThan(0);
  expect(await misfits(page)).toEqual([]);
  await expectReach(page);
});

test("the landing page is accessible, and the last of seven links leads to its section", async ({
  page,
}) => {
  await openUnfolded(page);
  await expectNoViolation(page);
  await page.setViewportSize({ width: 768, height: 700 });
  const menu = page.getByRole("banner").getByRole("button");
  if (await menu.isVisible()) await menu.click();
  const links = page
    .getByRole("banner")
    .getByRole("navigation")
    .getByRole("link");
  for (const id of SECTIONS)
    await expect(
      links.getByText(id.toUpperCase(), { exact: true }),
    ).toBeInViewport();
  await links.getByText("CONTACT", { exact: true }).click();
  await expect(page.locator("#contact")).toBeFocused();
});

test("the form asks once about an unlikely number in its optional field", async ({
  page,
  visitor,
}) => {
  expectErrors(page, /400|not stored/);
  const requests = form.watchLeadRequests(page);
  await openForm(page);
  await form.fillIn(page, visitor);
  const number = page.locator("[name=callNumber]");
  await expectNoViolation(page);
  await number.fill("555-0142");
  await form.submit(page);
  await expect(number).toHaveAccessibleDescription(/555-0142/);
  await form.submitAndConfirm(page);
  expect(requests.map((request) => request.postDataJSON())).toMatchObject([
    { [ASKED_KEY]: "" },
    { [NUMBER_KEY]: "555-0142", [ASKED_KEY]: "555-0142" },
  ]);
});
