import type { LeadFields } from "../../contract/lead/lead.ts";
import { content } from "../content.ts";
import { leadOf } from "./booking-form.ts";
import { enterInbox, sendLead } from "./operator.ts";
import { takePresses } from "./reach.ts";
import {
  expect,
  expectErrors,
  test as base,
  pageHeading,
  buttonIn,
  linkIn,
} from "./test.ts";

const { inbox, leadContent, linkPages } = content;

const test = base.extend<{ lead: LeadFields; id: string }>({
  /** This test's lead; no other test has its business name. */
  lead: ({ visitor }, use, { testId }) =>
    use({ ...leadOf(visitor), company_name: `Business ${testId}` }),
  id: async ({ site, lead }, use) => use(await sendLead(site, lead)),
});

test.use({ javaScriptEnabled: false });

test(
  "a link opens the inbox until the sign-out",
  { tag: "@engines" },
  async ({ page, site, id }) => {
    expectErrors(page, /Failed to load resource.*401/);
    await enterInbox(page, site);
    await expect(page).toHaveTitle(inbox.title);
    await buttonIn(page, inbox.signOut).click();
    const heading = pageHeading(page);
    await expect(heading).toHaveText(linkPages.ask.heading);
    await page.goto(`/inbox/leads/${id}`);
    await expect(heading).toHaveText(linkPages.ask.heading);
  },
);

test("a whole row opens its lead, and a press is confirmed where it was made", async ({
  page,
  site,
  lead,
  id,
}) => {
  const business = lead.company_name;
  const ben = { name: "Ben Second", email: `ben.${lead.email}` };
  await sendLead(site, { ...lead, ...ben });
  await enterInbox(page, site);
  await page
    .getByRole("searchbox", { name: inbox.searchLabel })
    .fill(business.toUpperCase());
  await page.keyboard.press("Enter");
  // The same row may be in the list that the search leaves.
  await page.waitForURL(/search=/);
  await takePresses(page);
  await page.setViewportSize({ width: 360, height: 400 });
  const answer = buttonIn(page, leadContent.markAnswered);
  await expect(answer).toBeHidden();
  await page.getByRole("checkbox").first().check();
  await expect(answer).toBeInViewport();
  await page
    .getByRole("row")
    .nth(2)
    .getByText(lead.problems.split("\n")[0] ?? "")
    .click({ force: true });
  await expect(page).toHaveURL(new RegExp(`/inbox/leads/${id}\\?.*search=`));

  await answer.click();
  await expect(pageHeading(page)).toBeInViewport();
  const press = (name: string) => buttonIn(page, name).click();
  const text = "Called back.\n<b>Wants</b> a quote & 2 vans";
  await page.getByRole("textbox", { name: leadContent.noteLabel }).fill(text);
  await press(leadContent.addNote);
  await expect(page.getByRole("listitem").getByText(text)).toBeVisible();
  await expect(page.locator(":focus")).toHaveText(leadContent.addNote);
  await expect(
    page.getByRole("status").filter({ hasText: inbox.deeds.noted }),
  ).toBeInViewport();
  await press(leadContent.outcomes.won);
  await press(inbox.undo);
  await expect(page.getByText(inbox.deeds.undone)).toBeInViewport();
  await linkIn(page, leadContent.back).click();
  await expect(page.getByRole("searchbox")).toHaveValue(business.toUpperCase());
});
