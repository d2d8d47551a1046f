/** How to reach each page of the inbox, where Ana is signed in. */
import type { Page } from "@playwright/test";
import { INBOX } from "../../contract/inbox.ts";
import { content } from "../content.ts";
import type { State } from "./states.ts";

const { inbox } = content;

const all = `${INBOX.path}?filter=all`;

export const inboxStates: Record<string, State> = {
  "inbox-door": { reach: async (page) => (await page.context().clearCookies(), await page.goto(INBOX.path)) },
  "inbox-list": { whole: true, reach: (page) => page.goto(all) },
  "inbox-lead": { whole: true, reach: (page) => openLead(page, "Dana Ortiz") },
  "inbox-suspected": { whole: true, reach: (page) => openLead(page, "Eve Long") },
  "inbox-funnel": { whole: true, reach: (page) => page.goto(INBOX.funnel) },
  "inbox-delete": {
    reach: async (page) => {
      await page.goto(all);
      for (const name of ["Tom Aldridge", "Eve Long"])
        await page.getByRole("checkbox", { name: inbox.tick.replace("{name}", name) }).check();
      await page.getByRole("button", { name: inbox.deleteTicked }).click();
    },
  },
};

async function openLead(page: Page, name: string): Promise<void> {
  await page.goto(all);
  await page.getByRole("link", { name }).click();
}
