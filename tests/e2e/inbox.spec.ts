import type { LeadFields } from "../../contract/lead/lead.ts";
import { INBOX } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import { leadOf } from "./booking-form.ts";
import { enterInbox, sendLead } from "./operator.ts";
import { expectReach } from "./reach.ts";
import { expect, expectErrors, test as base } from "./test.ts";

const { calls, inbox, leadContent, linkPages } = content;

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
    await page.getByRole("button", { name: inbox.signOut }).click();
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(linkPages.ask.heading);
    await page.goto(`/inbox/leads/${id}`);
    await expect(heading).toHaveText(linkPages.ask.heading);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).not.toContain("inbox");
  },
);

test("a whole row opens its lead, and a press is confirmed where it was made", async ({
  page,
  site,
  lead,
  id,
}) => {
  const business = lead.company_name;
  await sendLead(site, { ...lead, name: "Ben Second" });
  await enterInbox(page, site);
  await page
    .getByRole("searchbox", { name: inbox.searchLabel })
    .fill(business.toUpperCase());
  await page.keyboard.press("Enter");
  await page
    .getByRole("row")
    .nth(2)
    .getByText(lead.problems.split("\n")[0] ?? "")
    .click({ force: true });
  await expect(page).toHaveURL(new RegExp(`/inbox/leads/${id}\\?.*at=1$`));

  await page.setViewportSize({ width: 360, height: 640 });
  const press = (name: string) => page.getByRole("button", { name }).click();
  await press(leadContent.markAnswered);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  const text = "Called back.\n<b>Wants</b> a quote & 2 vans";
  await page.getByRole("textbox", { name: leadContent.noteLabel }).fill(text);
  await press(leadContent.addNote);
  await expect(page.getByRole("listitem").getByText(text)).toBeVisible();
  await expect(page.locator(":focus")).toHaveText(leadContent.addNote);
  await expect(
    page.getByRole("status").filter({ hasText: inbox.deeds.noted }),
  ).toBeInViewport();
  await press(leadContent.outcomes.won);
  const won = page.getByRole("button", { name: leadContent.outcomes.won });
  await expect(won).toHaveAttribute("aria-pressed", "true");
  await press(inbox.undo);
  await expect(page.getByText(inbox.deeds.undone)).toBeInViewport();
  await expect(won).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("link", { name: leadContent.back }).click();
  await expect(page.getByRole("searchbox")).toHaveValue(business.toUpperCase());
});

test.describe(
  "on a phone in another zone than the agency's",
  { tag: "@full" },
  () => {
    test.use({
      javaScriptEnabled: true,
      hasTouch: true,
      isMobile: true,
      timezoneId: "Asia/Tokyo",
    });

    test("a caller is added, and their call is booked, moved and canceled", async ({
      page,
      site,
      visitor,
    }) => {
      const press = (name: string) =>
        page.getByRole("button", { name, exact: true }).tap();
      const status = page.getByRole("status");
      await page.setViewportSize({ width: 360, height: 640 });
      await enterInbox(page, site);
      await page.getByRole("link", { name: inbox.edit.add }).tap();
      await page.getByLabel(content.fields.name.label).fill(visitor.name);
      await page.getByLabel(inbox.edit.emailOrPhone).fill("(201) 555-0142");
      await page.getByLabel(inbox.edit.note).fill("Missed calls");
      await page.getByLabel(inbox.edit.from).selectOption("Google");
      await press(inbox.edit.save);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        visitor.name,
      );
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
      await expect(call.locator("time")).toHaveAttribute(
        "datetime",
        startsAt.replace("Z", ".000Z"),
      );
      await expect(call).toContainText("2015550142");
      await expectReach(page, [360]);

      const { pathname } = new URL(page.url());
      const linkTo = (what: string) =>
        page.locator(`a[href^="${pathname}#${what}-"]`);
      await page.goto(INBOX.calls);
      await linkTo("move").tap();
      await page.getByLabel(calls.moveTo).fill("2032-05-04T21:00");
      await press(calls.changes.move.button);
      await expect(call.locator("time")).toHaveAttribute(
        "datetime",
        "2032-05-05T01:00:00.000Z",
      );
      await page.goto(INBOX.calls);
      await linkTo("cancel").tap();
      await press(calls.changes.cancel.button);
      await expect(call).toContainText(calls.states.cancelled);
    });
  },
);
