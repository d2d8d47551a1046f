import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import {
  followToForm,
  holdRequests,
  openForm,
  returnToEmptyForm,
} from "./hydration.ts";
import {
  expect,
  test,
  pageHeading,
  buttonIn,
  linkIn,
  expectOneLead,
} from "./test.ts";

const { confirmation, pages } = content;

test("the form sends one POST of six trimmed columns, which is stored as one row", async ({
  page,
  site,
  visitor,
}) => {
  const { publicKey } = site.keys();
  // This browser asks for no motion.
  await page.addInitScript("document.startViewTransition = console.error");
  await openForm(page);
  const requests = form.watchLeadRequests(page);
  const event = page.evaluate(
    (name) =>
      new Promise((heard) =>
        addEventListener(name, (it) => heard(Reflect.get(it, "detail"))),
      ),
    "lead:submitted",
  );
  const typed = {
    ...visitor,
    name: "  Zoë “O'Neil” <b>  ",
    email: `  ${visitor.email.toUpperCase()}  `,
    problems: `\n ${visitor.problems} \n`,
    additionalInfo: "  ",
  };
  for (const input of form.inputs)
    await form.put(page, input, typed[input] ?? "");
  await form.submitAndConfirm(page);
  expect(await event, "scripts are told, without data").toBe(null);
  const sent = {
    ...form.leadOf(visitor),
    name: "Zoë “O'Neil” <b>",
    additional_info: "",
  };
  expect(requests).toHaveLength(1);
  const [request] = requests;
  if (!request) throw new Error("No request was sent.");
  expect([request.method(), request.url()]).toEqual([
    "POST",
    `${site.origin}/rest/v1/lead_submissions`,
  ]);
  expect(request.postDataJSON()).toEqual(sent);
  expect(await request.allHeaders()).toMatchObject({
    apikey: publicKey,
    authorization: `Bearer ${publicKey}`,
    "content-type": "application/json",
    prefer: "return=representation",
    accept: "application/vnd.pgrst.object+json",
    "x-lead-source": expect.stringContaining(`${site.origin}/book-call`),
    "idempotency-key": expect.stringMatching(/^\d+(?:-\d+){3}$/),
  });
  const [id, created_at] = [
    /^[0-9a-f-]{36}$/,
    /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  ].map((pattern) => expect.stringMatching(pattern));
  expect(site.leads(visitor.email)).toEqual([{ id, created_at, ...sent }]);

  const heading = pageHeading(page);
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page).toHaveTitle(pages.confirmation.title);
  await expect(page.getByRole("main")).toContainText(
    `${confirmation.sentTo} ${visitor.email}`,
  );
  await expect(page.locator("form")).toHaveCount(0);
  // No script may count the lead again.
  await page.reload();
  await form.expectConfirmed(page);
  await expect(page).toHaveURL(/\/book-call$/);
  await returnToEmptyForm(page);
});

test("a form sent twice at the same moment is one lead, and its button is disabled and renamed", async ({
  page,
  site,
  visitor,
}) => {
  const release = await holdRequests(page, form.LEAD_REQUESTS);
  await openForm(page);
  const requests = form.watchLeadRequests(page);
  await form.fillIn(page, visitor);
  await page.locator("form").evaluate((element: HTMLFormElement) => {
    for (let times = 0; times < 2; times++) element.requestSubmit();
  });
  await expect(buttonIn(page, content.bookCall.submitting)).toBeDisabled();
  await expect(form.submitButton(page)).toHaveCount(0);
  await expect(
    page.locator("[data-field=name]"),
    "no edit can be lost",
  ).toHaveAttribute("inert");
  await expect(page.getByRole("status")).toHaveText(
    content.bookCall.submitting,
  );
  release();
  await form.expectConfirmed(page);
  expect(requests).toHaveLength(1);
  expectOneLead(site, visitor);
});

test(
  "a form is confirmed even if the visitor leaves the page at once",
  { tag: "@full" },
  async ({ page, site, visitor }) => {
    const release = await holdRequests(page, form.LEAD_REQUESTS);
    await openForm(page);
    await form.sendForm(page, visitor);
    await linkIn(page, content.header.backHome).click();
    await followToForm(page);
    await expect(buttonIn(page, content.bookCall.submitting)).toBeDisabled();
    await page.goBack();
    await expect(page).toHaveTitle(pages.home.title);
    const answered = page.waitForResponse(form.LEAD_REQUESTS);
    release();
    await answered;
    await expect(page).toHaveURL(/\/$/);
    await page.goForward();
    await form.expectConfirmed(page);
    await expect(page.locator("main")).toContainText(visitor.email);
    await expect(page).toHaveURL(/\/book-call#sent$/);
    expectOneLead(site, visitor);
  },
);
