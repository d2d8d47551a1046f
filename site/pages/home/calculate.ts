/** The sliders of the calculator. Without React, so pages of trades have it, too. */
import { worthOf } from "../../../contract/missed-calls.ts";
import { fillIn } from "../../../contract/placeholders.ts";
import { keepItem, readItem } from "../../tab-storage.ts";

/** The form's draft: site/pages/book-call/draft.ts, which no page beside the form loads. */
const DRAFT_ITEM = "lead-typed";

/** Shows what the sliders say, and begins the form with it. @param calculator its element */
export function calculate(calculator: HTMLElement): void {
  const { booked, formula = "", line = "", money = "" } = calculator.dataset;
  const [calls = 0, job = 0] = Array.from(
    calculator.querySelectorAll("input"),
    ({ valueAsNumber }) => valueAsNumber,
  );
  const worth = worthOf({ calls, job, booked: Number(booked), money }, document.documentElement.lang);
  const outputs = calculator.querySelectorAll("b, output");
  for (const [index, name] of ["calls", "job", "amount"].entries()) {
    const output = outputs[index];
    if (output) output.textContent = worth[name] ?? "";
  }
  const sum = calculator.querySelector("[data-sum]");
  if (sum) sum.textContent = fillIn(formula, worth);
  const draft = JSON.parse(readItem(DRAFT_ITEM) ?? "{}");
  // What a visitor wrote there stays.
  if (![undefined, "", draft.calculated].includes(draft.additional_info)) return;
  draft.calculated = draft.additional_info = fillIn(line, worth);
  keepItem(DRAFT_ITEM, JSON.stringify(draft));
}
