/** How to reach each state that a visitor can see. */
import type { Page } from "@playwright/test";
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/routes.ts";
import { REST_PATH } from "../../contract/rest-api.ts";
import { readSiteOverrides } from "../../server/configuration/env.ts";
import { loadContent } from "../../scripts/build/content.ts";

const { bookCall, confirmation, fields, header, hero, demo, schedulePage } = loadContent(readSiteOverrides());

/** As long as a browser's bubble takes to come. */
const BUBBLE_MS = 1_000;

export interface State {
  reach(page: Page): Promise<unknown>;
  /** The whole page instead of the first screen. */
  whole?: boolean;
  /** The one width at which the state exists. */
  only?: number;
}

export const states: Record<string, State> = {
  home: { reach: (page) => page.goto("/") },
  "home-whole": { reach: openStill, whole: true },
  "headline-mid-word": { reach: typeHalfAPhrase },
  "menu-open": { only: 360, reach: (page) => open(page, header.menuButton) },
  "demo-playing": { reach: playDemo },
  "demo-transcript": {
    reach: async (page) => (
      await reduceMotion(page),
      await open(page, hero.watchDemo),
      await page.getByRole("dialog").waitFor()
    ),
  },
  "form-empty": { whole: true, reach: (page) => page.goto(BOOK_CALL.path) },
  "form-invalid": {
    whole: true,
    reach: async (page) => (await openForm(page), await submit(page), await page.waitForTimeout(BUBBLE_MS)),
  },
  "form-submitting": { whole: true, reach: (page) => answerWith(page, "nothing") },
  "form-failed": { whole: true, reach: (page) => answerWith(page, "a dead line") },
  confirmed: {
    reach: async (page) => (
      await fill(page),
      await submit(page),
      await page.getByRole("heading", { name: confirmation.heading }).waitFor()
    ),
  },
  "schedule-times": { reach: openBoard },
  "schedule-form": { whole: true, reach: takeFirstTime },
  "schedule-booked": {
    whole: true,
    reach: async (page) => (
      await takeFirstTime(page),
      await page.getByLabel(schedulePage.phone).fill("(201) 555-0142"),
      await type(page),
      await submit(page),
      await page.getByRole("link", { name: schedulePage.move }).waitFor()
    ),
  },
  "not-found": { reach: (page) => page.goto("/no-such-page") },
};

const reduceMotion = (page: Page) => page.emulateMedia({ reducedMotion: "reduce" });

/** Reduced motion: nothing on a long page waits for being scrolled to. */
async function openStill(page: Page): Promise<void> {
  await reduceMotion(page);
  await page.goto("/");
}

async function open(page: Page, button: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: button }).click();
}

async function typeHalfAPhrase(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  await page.mouse.down();
  await page.getByRole("button", { name: hero.pause }).waitFor();
  const [first = "", second = ""] = hero.phrases;
  await page.clock.runFor(2000 + first.length * 50 + second.length * 60);
}

async function playDemo(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  await page.mouse.down();
  await page.getByRole("button", { name: hero.pause }).waitFor();
  await page.getByRole("button", { name: hero.watchDemo }).click();
  await page.getByRole("button", { name: demo.play, exact: true }).click();
  await page.clock.runFor((demo.seconds / 2) * 1000);
}

async function answerWith(page: Page, answer: "nothing" | "a dead line"): Promise<void> {
  await page.route(`**${REST_PATH}/**`, (route) => (answer === "nothing" ? undefined : route.abort()));
  await fill(page);
  await submit(page);
  if (answer === "nothing") await page.getByRole("button", { name: bookCall.submitting }).waitFor();
  else await page.getByRole("alert").waitFor();
}

/** With its script, which marks what is its own; without it, the browser itself sends the form. */
async function openForm(page: Page): Promise<void> {
  await page.goto(BOOK_CALL.path);
  await page.waitForFunction(() =>
    Object.keys(document.getElementById("book-call") ?? {}).some((key) => key.startsWith("__react")),
  );
}

async function openBoard(page: Page): Promise<void> {
  await page.goto(SCHEDULE_PATH);
  await page.getByLabel(schedulePage.zoneLabel).waitFor();
}

async function takeFirstTime(page: Page): Promise<void> {
  await openBoard(page);
  await page.getByRole("button", { name: schedulePage.take }).click();
  await page.getByLabel(fields.name.label).waitFor();
}

async function fill(page: Page): Promise<void> {
  await openForm(page);
  await type(page);
}

async function type(page: Page): Promise<void> {
  await page.getByLabel(fields.name.label).fill("Sam Porter");
  await page.getByLabel(fields.email.label).fill("sam@porter-heating.example");
  await page.getByLabel(fields.company_name.label).fill("Porter Heating and Air");
  await page.getByLabel(fields.selected_service.label).selectOption("ai-chatbot");
  await page
    .getByLabel(fields.problems.label)
    .fill("We miss about ten calls a week after 5 pm.\nQuotes go quiet.");
}

function submit(page: Page): Promise<void> {
  return page.getByRole("button", { name: bookCall.submit }).click();
}
