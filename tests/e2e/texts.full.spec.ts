/** Texts: the visitor ticks the box and books; a reminder waits, and the agency reads the words of the consent. */
import type { Page } from "@playwright/test";
import { fillIn } from "../../contract/mail.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import * as form from "./booking-form.ts";
import { untilHydrated } from "./hydration.ts";
import { expectFits } from "./misfits.ts";
import { administer, enterInbox } from "./operator.ts";
import { openBoard, pickTime } from "./schedule-board.ts";
import { expect, test } from "./test.ts";

const { schedulePage, calls, leadContent, site: agency } = content;
const WORDS = fillIn(content.mail.texts.consent, { brand: agency.brandName });

test.use({
  siteEnv: { WORKER: "off", SMS_URL: "https://sms.example/texts?From=%2B12015550100" },
  timezoneId: "America/New_York",
  viewport: { width: 360, height: 740 },
});

const box = (page: Page) => page.getByRole("checkbox", { name: WORDS });

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with a script" : "without a script", () => {
    test.use({ javaScriptEnabled });

    test("a reminder by text waits for a visitor who ticks the box, and the agency reads what they agreed to", async ({
      page,
      visitor,
      site,
    }) => {
      await openBoard(page, { hydrates: javaScriptEnabled, day: 2 });
      await pickTime(page, 1);
      if (javaScriptEnabled) await untilHydrated(page.locator("#lead-form"));
      await expect(box(page)).not.toBeChecked();
      // It takes too long in a page without scripts.
      if (javaScriptEnabled) await expectNoViolation(page);
      await expectFits(page);
      await page.getByLabel(schedulePage.phone).fill("(201) 555-0142");
      await box(page).check();
      await form.sendForm(page, visitor);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(schedulePage.states.booked);

      const [lead] = await administer(site, "leadsAfter", { size: 1, email: visitor.email });
      await enterInbox(page, site);
      await page.goto(`/inbox/leads/${lead.lead.id}`);
      await page.getByText(calls.texts.agreed).click();
      await expect(page.getByText(WORDS)).toBeVisible();
      await expect(page.getByText(leadContent.kinds["text-reminder"])).toBeVisible();
      await expectFits(page);
    });
  });
