/** Texts: the visitor ticks the box, books, and gets the reminder; the agency reads the words of the consent. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { fillIn } from "../../contract/placeholders.ts";
import { parseSmsUrl } from "../../server/configuration/values.ts";
import { createDeliveryWorker } from "../../server/lifecycle/delivery-worker.ts";
import { openStore } from "../../server/storage/open-store.ts";
import { content } from "../content.ts";
import { MANIFEST } from "../fakes/build.ts";
import { createTestServices } from "../fakes/services.ts";
import { ACCOUNT, answerText, MESSAGES_PATH } from "../fakes/text-service.ts";
import { listen } from "../machine/free-port.ts";
import { expectNoViolation } from "./axe.ts";
import * as form from "./booking-form.ts";
import { untilHydrated } from "./hydration.ts";
import { expectFits } from "./misfits.ts";
import { administer, enterInbox } from "./operator.ts";
import { openBoard, pickTime } from "./schedule-board.ts";
import { expect, test, type Site, withAndWithoutScript } from "./test.ts";

const { schedulePage, calls, leadContent, site: agency } = content;
const WORDS = fillIn(content.mail.texts.consent, { brand: agency.brandName });
const at = (origin: string) =>
  `${origin.replace("//", `//${ACCOUNT.user}:${encodeURIComponent(ACCOUNT.password)}@`)}${MESSAGES_PATH}?From=+12015550100`;

// The test's own worker sends, on its own clock.
test.use({
  siteEnv: { WORKER: "off", SMS_URL: at("https://sms.example") },
  timezoneId: "America/New_York",
  viewport: { width: 360, height: 740 },
});

const box = (page: Page) => page.getByRole("checkbox", { name: WORDS });

/** Sends what is due at a time through a service that answers as Twilio's documents say. @returns the forms that it got */
async function sendTexts(site: Site, now: number): Promise<URLSearchParams[]> {
  const posted: URLSearchParams[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { status, body: said } = answerText(request.headers.authorization, body);
    posted.push(new URLSearchParams(body));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  };
  const service = createServer((request, response) => void answer(request, response));
  const port = await listen(service);
  const store = await openStore({ dataDir: site.dataDir, databaseUrl: undefined }, console.error);
  const worker = createDeliveryWorker(
    createTestServices(store, site.dataDir, {
      now: () => now,
      content: { ...MANIFEST, mail: content.mail },
      outbox: { sms: parseSmsUrl(at(`http://127.0.0.1:${port}`)), webhookAllowHosts: ["127.0.0.1"] },
    }),
  );
  worker.start();
  await expect.poll(() => worker.deliveries.get("text sent")).toBe(1);
  expect(worker.texts.parts).toBe(1);
  await worker.stop(5_000);
  await store.close();
  service.close();
  return posted;
}

withAndWithoutScript([], (javaScriptEnabled) => {
  test("a visitor who ticks the box gets a reminder by text, and the agency reads what they agreed to", async ({
    page,
    visitor,
    site,
  }) => {
    await openBoard(page, { hydrates: javaScriptEnabled, day: 2 });
    const startsAt = await pickTime(page, 1);
    if (javaScriptEnabled) await untilHydrated(page.locator("#lead-form"));
    await expect(box(page)).not.toBeChecked();
    // It takes too long in a page without scripts.
    if (javaScriptEnabled) await expectNoViolation(page);
    await expectFits(page);
    await page.getByLabel(schedulePage.phone).fill("(201) 555-0142");
    await box(page).check();
    await form.sendForm(page, visitor);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(schedulePage.states.booked);

    const [sent] = await sendTexts(site, Date.parse(startsAt) - 60 * 60_000);
    expect(sent?.get("To")).toBe("+12015550142");
    expect(sent?.get("Body")).toMatch(/^Nightshift: .*\d:\d\d [AP]M\. Reply STOP to stop\.$/);

    const [lead] = await administer(site, "leadsAfter", { size: 1, email: visitor.email });
    await enterInbox(page, site);
    await page.goto(`/inbox/leads/${lead.lead.id}`);
    await page.getByText(calls.texts.agreed).click();
    await expect(page.getByText(WORDS)).toBeVisible();
    await expect(page.getByText(leadContent.kinds["text-reminder"])).toBeVisible();
    await expectFits(page);
  });
});
