import { expect, test } from "vitest";
import type { FormState } from "../../../contract/http/page.ts";
import { content } from "../../../tests/content.ts";
import { EMPTY, listOf, render } from "../../../tests/support/said.tsx";
import { pageContents } from "../../page-content.ts";
import BookCallPage from "./book-call-page.tsx";
import { ErrorBanner } from "./error-banner.tsx";

const { bookCall } = content;
const { bookCall: own } = pageContents({
  ...content,
  bookCall: { ...bookCall, asksNumber: true },
});

const page = (form: FormState, asked = own) =>
  render(<BookCallPage content={asked} form={form} />, form);
const confirmed = (more: object) => page({ kind: "submitted", ...more });

const banner = (more: object) => {
  const failure = {
    kind: "failed" as const,
    message: "Closed.",
    problems: [],
    ...more,
  };
  return render(
    <ErrorBanner failure={failure} content={bookCall} formId="form" />,
  );
};

test("a form, its confirmation and a failure say and offer what a visitor needs", async () => {
  const one = { input: "email", message: "email is wrong" } as const;
  const two = { input: "name", message: "name is wrong" };
  const long = { input: "problems", message: "problems are long" } as const;
  const shown = {
    "a form": page(EMPTY),
    "a form without a number, and its header and footer": page(
      EMPTY,
      pageContents(content).bookCall,
    ).replace("<main", "<div"),
    "a refused form": page({
      kind: "failed",
      values: {
        companyName: "Typed",
        callNumber: "1",
        "asked-callNumber": "1",
      },
      message: "",
      problems: [one, long],
    }),
    "a confirmation": confirmed({}),
    "a mailed confirmation": confirmed({ email: "e@x.example" }),
    "a confirmation without mail": confirmed({ isUnmailed: true }),
    "a confirmation with times": confirmed({ offer: "/offer" }),
    "a failure": banner({}),
    "an unclear failure": banner({ isUnclear: true }),
    "a failure with a problem": banner({ problems: [one] }),
    "a failure with two": banner({ problems: [one, two] }),
  };
  await expect(listOf(shown)).toMatchFileSnapshot("book-call-page.said.txt");
});
