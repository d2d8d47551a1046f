import { expect, test } from "./test.ts";

test.use({ javaScriptEnabled: false });

test("without JavaScript the form stores the lead and shows the confirmation", async ({ page, site }) => {
  await page.goto("/book-call");
  await page.getByLabel("Full name").fill("  Nora Script  ");
  await page.getByLabel("Email").fill("Nora@No-Script.example");
  await page.getByLabel("Business name").fill("No Script Plumbing");
  await page.getByLabel("Primary service interest").selectOption("crm-integration");
  await page.getByLabel("Business problems").fill("Missed calls\nSlow quotes");
  await page.getByRole("button", { name: "BOOK MY STRATEGY CALL" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("MISSION ACCOMPLISHED");
  const stored = site.leads().filter((lead) => lead.email === "nora@no-script.example");
  expect(stored).toMatchObject([
    { name: "Nora Script", problems: "Missed calls\nSlow quotes", additional_info: "" },
  ]);
});
