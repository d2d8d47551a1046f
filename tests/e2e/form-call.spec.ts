/** The form's request, to the letter, and the page while it is under way. */
import { emptyLead } from "../../contract/lead.ts";
import { content } from "../content.ts";
import { readFileSync } from "node:fs";
import { keysPath } from "../../server/configuration/secrets.ts";
import { fillIn, holdAnswers, submitButton, watchCalls } from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { expect, test } from "./test.ts";

const KEY = /^\d+(?:-\d+){3}$/;

test("is one POST of the six columns, trimmed, with the public key", async ({ page, site, visitor }) => {
  const { publicKey }: { publicKey: string } = JSON.parse(readFileSync(keysPath(site.dataDir), "utf8"));
  await openForm(page);
  const calls = watchCalls(page);
  await fillIn(page, {
    ...visitor,
    name: `  ${visitor.name} `,
    email: `  ${visitor.email.toUpperCase()}  `,
    problems: `\n ${visitor.problems} \n`,
    additionalInfo: "  ",
  });
  await submitButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);

  expect(calls).toHaveLength(1);
  const [call] = calls;
  if (!call) throw new Error("No call was made.");
  expect(call.method()).toBe("POST");
  expect(call.url()).toBe(`${site.origin}/rest/v1/lead_submissions`);
  expect(call.postDataJSON()).toEqual({
    ...emptyLead(),
    name: visitor.name,
    email: visitor.email.toLowerCase(),
    company_name: visitor.companyName,
    selected_service: visitor.selectedService,
    problems: visitor.problems,
    additional_info: "",
  });
  const headers = await call.allHeaders();
  expect(headers).toMatchObject({
    apikey: publicKey,
    authorization: `Bearer ${publicKey}`,
    "content-type": "application/json",
    prefer: "return=representation",
    accept: "application/vnd.pgrst.object+json",
  });
  expect(headers["idempotency-key"]).toMatch(KEY);

  const answer = await call.response();
  expect(answer?.status()).toBe(201);
  expect(await answer?.json(), "one row, not an array").toMatchObject({ email: visitor.email.toLowerCase() });
});

test("while it is sent the button reads PROCESSING... and is disabled, and a screen reader announces it", async ({
  page,
  visitor,
}) => {
  const release = await holdAnswers(page);
  await openForm(page);
  await fillIn(page, visitor);
  await submitButton(page).click();
  const button = page.getByRole("button", { name: content.bookCall.submitting, exact: true });
  await expect(button).toBeDisabled();
  await expect(submitButton(page)).toHaveCount(0);
  await expect(page.getByRole("status")).toHaveText(content.bookCall.submitting);
  release();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
});

test("a double click, or submitting twice in the same moment, is one lead", async ({
  page,
  site,
  visitor,
}) => {
  const form = (element: HTMLFormElement) => [0, 1].forEach(() => element.requestSubmit());
  for (const [leads, twice] of [
    [1, () => submitButton(page).dblclick()],
    [2, () => page.locator("form").evaluate(form)],
  ] as const) {
    await openForm(page);
    const calls = watchCalls(page);
    await fillIn(page, { ...visitor, additionalInfo: String(leads) });
    await twice();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
    expect(calls).toHaveLength(1);
    expect(site.leads(visitor.email)).toHaveLength(leads);
  }
});
