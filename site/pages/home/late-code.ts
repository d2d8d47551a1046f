/** Pages of trades work without React, so this module must not load React. */

import { fillIn } from "../../../contract/content/fill-in.ts";
import { TIMES_PATH } from "../../../contract/http/routes.ts";
import { nextTimes } from "../../../contract/locale/next-times.ts";
import { zoneWithOffset } from "../../../contract/locale/visitor-zone.ts";
import { afterSleep } from "../../after-sleep.ts";
import { FORM_ITEMS, keepItem, readItem } from "../../tab-storage.ts";
import { worthOf } from "./calls-worth.ts";
import "./demo.css";
import "./late-styles.css";

export { startDemo } from "./play-demo.ts";

// A translator changes the attribute `lang`.
const { lang = "en" } = document.documentElement.dataset;

const readDraft = () => JSON.parse(readItem(FORM_ITEMS.typed) || "{}");

/** @param isVisitors whether the values are the visitor's, and are kept */
function calculate(calculator: HTMLElement, isVisitors: boolean): void {
  const { booked, formula = "", line = "", money = "" } = calculator.dataset;
  const sliders = calculator.querySelectorAll("input");
  const [calls = 0, job = 0] = Array.from(
    sliders,
    ({ valueAsNumber }) => valueAsNumber,
  );
  const worth = worthOf({ calls, job, booked: Number(booked), money }, lang);
  const texts = [worth.calls, worth.job, worth.amount, fillIn(formula, worth)];
  const outputs = calculator.querySelectorAll("b, output, [data-sum]");
  for (const [index, output] of outputs.entries())
    output.textContent = texts[index] ?? "";
  for (const [index, slider] of sliders.entries())
    slider.setAttribute("aria-valuetext", texts[index] ?? "");
  if (!isVisitors) return;
  const draft = readDraft();
  const { additional_info: typed = "", calculated = "" } = draft;
  const info = fillIn(line, worth);
  keepItem(
    FORM_ITEMS.typed,
    JSON.stringify({
      ...draft,
      [location.pathname]: [calls, job],
      // A text that the visitor typed stays,
      // and a line that was deleted stays away.
      ...(typed === calculated && { additional_info: info, calculated: info }),
    }),
  );
}

/** The demo changes a value by the event `change` alone. */
for (const type of ["input", "change"])
  addEventListener(type, ({ target }) => {
    const calculator =
      target instanceof HTMLInputElement &&
      target.closest<HTMLElement>("#missed");
    if (calculator) calculate(calculator, type === "input");
  });

let started: Element | null = null;

/**
 * After Back or a reload, the sliders are new,
 * and get the values that the visitor left.
 */
export function startCalculator(): void {
  const calculator = document.querySelector("#missed");
  // An earlier try may have failed.
  calculator?.removeAttribute("data-still");
  if (calculator === started) return;
  started = calculator;
  const kept: number[] = readDraft()[location.pathname] ?? [];
  const sliders = document.querySelectorAll<HTMLInputElement>("#missed input");
  for (const [index, slider] of sliders.entries()) {
    const { value, defaultValue } = slider;
    // A visitor who was fast has moved it before this script ran.
    if (value === defaultValue) slider.value = String(kept[index] ?? value);
    if (slider.value !== defaultValue)
      slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

void showNextTimes();
afterSleep(() => void showNextTimes("[data-times]"));

/**
 * Updates the page's next open times, and
 * shows the times on the visitor's clock.
 */
export async function showNextTimes(
  selector = "[data-times='']",
): Promise<void> {
  const place = document.querySelector<HTMLElement>(selector);
  if (!place) return;
  place.dataset["times"] = "fresh";
  try {
    const answer: { times: string[] } = await (await fetch(TIMES_PATH)).json();
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const links = nextTimes(answer.times, timeZone, Date.now(), lang);
    place.replaceChildren(
      ...links.map(({ startsAt, href, text }) => {
        const own = encodeURIComponent(zoneWithOffset(startsAt, timeZone));
        // The same link as in `server/calls/next-times.ts`.
        return Object.assign(document.createElement("a"), {
          href: `${href}&zone=${own}`,
          rel: "nofollow",
          textContent: text,
        });
      }),
    );
  } catch {
    // The times of the HTML stay. These times are
    // in the agency's zone, which the HTML names.
  }
}
