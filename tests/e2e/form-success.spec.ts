/** The confirmation and its results: a lead in the database file and an empty form. */
import { SENT_FRAGMENT, SUBMITTED_EVENT } from "../../contract/page.ts";
import { emptyLead } from "../../contract/lead.ts";
import { content } from "../content.ts";
import { field, filledIn, fillIn, inputs, submitButton } from "./booking-form.ts";
import { openForm, openHome } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { pages } = content;

const EMPTY = Object.fromEntries(inputs.map((input) => [input, ""]));

test("replaces the page with its text, and takes focus, when the lead is in the database file; home leads to an empty form", async ({
  page,
  site,
  visitor,
}) => {
  await openForm(page);
  await fillIn(page, { ...visitor, name: "  Zoë “O'Neil” <b>  ", email: visitor.email.toUpperCase() });
  await submitButton(page).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(content.confirmation.heading);
  const leads = site.leads(visitor.email);
  expect(leads).toHaveLength(1);
  expect(leads[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    ...emptyLead(),
    name: "Zoë “O'Neil” <b>",
    email: visitor.email,
    company_name: visitor.companyName,
    selected_service: visitor.selectedService,
    problems: visitor.problems,
    additional_info: visitor.additionalInfo,
  });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page).toHaveTitle(pages.confirmation.title);
  const main = page.getByRole("main");
  await expect(main).toContainText(`${content.confirmation.sentTo} ${visitor.email}`);
  const { lead, steps } = content.confirmation;
  for (const words of [lead, ...steps]) await expect(main).toContainText(words);
  await expect(page.locator("form")).toHaveCount(0);

  const back = main.getByRole("link", { name: content.confirmation.back, exact: true });
  await expect(back).toHaveAttribute("href", "/");
  await back.click();
  await expect(page).toHaveTitle(pages.home.title);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: content.header.bookCall }).click();
  await expect(field(page, "name")).toBeVisible();
  expect(await filledIn(page)).toEqual(EMPTY);
});

test("Back from the landing page finds an empty form, not the confirmation", async ({ page, visitor }) => {
  await openHome(page);
  await page.getByRole("banner").getByRole("link", { name: content.header.bookCall }).click();
  await fillIn(page, visitor);
  await submitButton(page).click();
  await page.getByRole("link", { name: content.confirmation.back }).click();
  await expect(page).toHaveTitle(pages.home.title);
  await page.goBack();
  await expect(field(page, "name")).toBeVisible();
  await expect(page).toHaveURL(/\/book-call$/);
  expect(await filledIn(page)).toEqual(EMPTY);
});

test("an address and an event tell the owner's script that a lead was sent, without its data; Back leads before the form", async ({
  page,
  visitor,
}) => {
  await openHome(page);
  await page.getByRole("banner").getByRole("link", { name: content.header.bookCall }).click();
  await fillIn(page, visitor);
  const event = page.evaluate(
    (name) =>
      new Promise((heard) =>
        addEventListener(name, (it) => heard(Reflect.get(it, "detail")), { once: true }),
      ),
    SUBMITTED_EVENT,
  );
  await submitButton(page).click();
  expect(await event).toBe(null);
  await expect(page).toHaveURL(new RegExp(`/book-call${SENT_FRAGMENT}$`));
  await page.goBack();
  await expect(page).toHaveTitle(pages.home.title);
});

test("an address that looks mistyped is questioned once, and then sent as it is", async ({
  page,
  site,
  visitor,
}) => {
  const email = visitor.email.replace(/@.*/, "@gmial.com");
  await openForm(page);
  await fillIn(page, { ...visitor, email });
  await submitButton(page).click();
  await expect(field(page, "email")).toBeFocused();
  await expect(field(page, "email")).toHaveAccessibleDescription(
    content.fields.email.doubtful?.replace("{text}", email) ?? "",
  );
  expect(site.leads(email)).toEqual([]);
  await submitButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
  expect(site.leads(email)).toHaveLength(1);
});
