import { expect, test } from "vitest";
import type { FormState } from "../../../contract/http/page.ts";
import { content } from "../../../tests/content.ts";
import { listOf, render } from "../../../tests/support/said.tsx";
import { pageContents } from "../../page-content.ts";
import BookCallPage from "./book-call-page.tsx";
import { ErrorBanner } from "./error-banner.tsx";

const { bookCall, confirmation } = content;

const confirmed = (more: object) => {
  const form: FormState = { kind: "submitted", ...more };
  return render(
    <BookCallPage content={pageContents(content).bookCall} form={form} />,
    form,
  );
};

const banner = (more: object) => {
  const failure = { message: "Closed.", problems: [], ...more };
  return render(
    <ErrorBanner failure={failure} content={bookCall} formId="form" />,
  );
};

test("a confirmation and a failure say and offer what a visitor needs", async () => {
  const [one, two] = (["email", "name"] as const).map((input) => {
    return { input, message: `${input} is wrong` };
  });
  const shown = {
    "a confirmation": confirmed({}),
    "a mailed confirmation": confirmed({ email: "e@x.example" }),
    "a confirmation without mail": confirmed({ isUnmailed: true }),
    "a confirmation with times": confirmed({ offer: "/offer" }),
    "a failure": banner({}),
    "an unclear failure": banner({ isUnclear: true }),
    "a failure with a problem": banner({ problems: [one] }),
    "a failure with two": banner({ problems: [one, two] }),
  };
  await expect(
    listOf(shown, { bookCall, confirmation, message: "Closed." }),
  ).toMatchFileSnapshot("book-call-page.said.txt");
});
