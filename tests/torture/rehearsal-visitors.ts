/** The visitors of a rehearsal: each sends the same text until it is confirmed. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { onTestFinished } from "vitest";
import { emptyLead, LEAD_COLUMNS, leadColumns } from "../../contract/lead.ts";
import { SUBMIT_TIMEOUT_MS } from "../../contract/limits.ts";
import type { FormValues } from "../../contract/page.ts";
import { BOOK_CALL } from "../../contract/routes.ts";
import { findOrInstallChromium } from "../machine/browsers.ts";
import { content } from "../content.ts";
import { Callers } from "../fakes/callers.ts";
import { filledIn, fillIn, submitButton } from "../e2e/booking-form.ts";
import { LEAD } from "../fakes/leads.ts";
import { sendRequest } from "../fakes/server.ts";
import { post } from "../wire/wire-request.ts";
import type { Sender, Way } from "./rehearsal-tally.ts";

/** After this many tries a visitor writes a mail or calls instead. */
const MOST_TRIES = 60;

/** Number of browser windows that are open at once. */
const WINDOWS = 4;

export type Crowd = Awaited<ReturnType<typeof sendCrowd>>;

/** Time between one visitor and the next. */
const EVERY_MS = 100;

/** Sends the admitted visitors one after the other. @param patienceMs their average wait before trying again @returns the visitors, and a promise of the end */
export async function sendCrowd(ways: readonly Way[], port: number, patienceMs: number) {
  const visitors = ways.map((way, number) => visitorOf(number, way));
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  onTestFinished(() => browser.close());
  const counts = { admitted: 0, arrived: 0, failed: 0, underWay: 0 };
  const windows = new Set<Promise<void>>();
  const callers = new Callers(patienceMs);

  async function untilSent(attempt: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      counts.underWay += 1;
      const isSent = await attempt();
      counts.underWay -= 1;
      if (isSent) return;
      counts.failed += 1;
      await sleep(patienceMs * (0.5 + Math.random()));
    }
  }

  async function inWindow(visitor: Sender): Promise<void> {
    const baseURL = `http://127.0.0.1:${port}`;
    const context = await browser.newContext({ baseURL, javaScriptEnabled: visitor.way === "browser" });
    context.setDefaultTimeout(SUBMIT_TIMEOUT_MS + 5_000);
    // Nothing leaves this machine, whatever the owner's pages request.
    await context.route(
      (url) => url.origin !== baseURL,
      (route) => route.abort(),
    );
    await untilSent(sendByForm(visitor, await context.newPage()));
    await context.close();
  }

  async function byCall(visitor: Sender): Promise<void> {
    counts.underWay += 1;
    await callers.visit(() => [port], visitor.lead);
    counts.underWay -= 1;
    visitor.confirmed = true;
  }

  async function stream(): Promise<void> {
    const sending: Promise<void>[] = [];
    for (const visitor of visitors) {
      while (counts.arrived >= counts.admitted) await sleep(5);
      if (visitor.way === "REST API") sending.push(untilSent(sendByWire(visitor, port)));
      else if (visitor.way === "scheduling page") sending.push(byCall(visitor));
      else {
        if (windows.size >= WINDOWS) await Promise.race(windows);
        const visit = inWindow(visitor).finally(() => windows.delete(visit));
        windows.add(visit);
        sending.push(visit);
      }
      counts.arrived += 1;
      await sleep(EVERY_MS);
    }
    await Promise.all(sending);
  }

  return {
    visitors,
    /** The last answers about calls, by the addresses of the scheduling page's visitors. */
    calls: callers.told,
    /** Starts this share of the visitors, from 0 to 1, and waits until they have started. */
    async admit(share: number): Promise<void> {
      counts.admitted = Math.round(share * visitors.length);
      while (counts.arrived < counts.admitted) await sleep(5);
    },
    failed: () => counts.failed + callers.failed,
    underWay: () => counts.underWay,
    done: stream(),
  };
}

function visitorOf(number: number, way: Way): Sender {
  const services = content.services.map(({ value }) => value);
  const lead = {
    ...emptyLead(),
    ...LEAD,
    name: `Visitor ${number}`,
    email: `visitor-${number}@rehearsal.example`,
    company_name: `Rehearsal ${number} & Sons`,
    selected_service: services[number % services.length] ?? "",
    problems: `Missed calls after ${number % 12}pm\nSlow quotes – “tomorrow”`,
    additional_info: number % 3 === 0 ? "" : `${number} vans`,
  };
  return { way, lead, confirmed: false };
}

/** Like the page itself: one key for the same text, and another try after no answer or a 503. */
function sendByWire(visitor: Sender, port: number): () => Promise<boolean> {
  const request = post(visitor.lead, { "idempotency-key": randomUUID() });
  return async () => {
    const patience = sleep(SUBMIT_TIMEOUT_MS, undefined, { ref: false });
    const answer = await Promise.race([sendRequest(port, request).catch(() => undefined), patience]);
    if (!answer || answer.status === 503) return false;
    if (answer.status !== 201) throw new Error(`The wire answered ${answer.status}: ${answer.body}`);
    visitor.id = JSON.parse(answer.body).id;
    return (visitor.confirmed = true);
  };
}

/** In its own window: opens the form if needed, fills it in, presses the button, reads the result. */
function sendByForm(visitor: Sender, page: Page): () => Promise<boolean> {
  const values: Partial<FormValues> = {};
  for (const column of leadColumns) values[LEAD_COLUMNS[column].input] = visitor.lead[column];
  const sent = page.getByRole("heading", { level: 1, name: content.confirmation.heading });
  const error = new Error("The page said that it was not sent.");
  return async () => {
    try {
      if (await sent.isVisible()) return (visitor.confirmed = true);
      if (!(await submitButton(page).isVisible())) await page.goto(BOOK_CALL.path);
      await fillIn(page, values);
      // A draft that comes back while a field is filled would be added to it.
      const shown = Object.entries(await filledIn(page));
      if (shown.some(([input, value]) => value !== Reflect.get(values, input))) return false;
      await submitButton(page).click();
      await Promise.race([
        sent.waitFor(),
        page
          .getByRole("alert")
          .waitFor()
          .then(() => Promise.reject(error)),
        page.waitForURL(/^chrome-error:/).then(() => Promise.reject(error)),
      ]);
      return (visitor.confirmed = true);
    } catch {
      return false;
    }
  };
}
