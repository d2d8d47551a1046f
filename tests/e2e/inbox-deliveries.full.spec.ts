/** A delivery that was refused permanently is shown and retried. Meanwhile mail fails, and the inbox says so. */
import { emptyLead } from "../../contract/lead.ts";
import { createServer } from "node:http";
import { content } from "../content.ts";
import { listen } from "../machine/free-port.ts";
import { expectNoViolation } from "./axe.ts";
import { enterInbox, sendLead } from "./operator.ts";
import { expect, test as base } from "./test.ts";

const { inbox, leadContent } = content;

interface Receiver {
  port: number;
  status: number;
}

const test = base.extend<object, { receiver: Receiver }>({
  receiver: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = createServer((request, response) => {
        request.resume().on("end", () => response.writeHead(receiver.status).end());
      });
      const receiver = { port: await listen(server), status: 410 };
      await use(receiver);
      server.closeAllConnections();
      server.close();
    },
    { scope: "worker" },
  ],
  siteEnv: async ({ receiver }, use) => {
    await use({
      WEBHOOK_URLS: `http://127.0.0.1:${receiver.port}/lead`,
      WEBHOOK_ALLOW_HOSTS: "127.0.0.1",
      SMTP_URL: "smtp://127.0.0.1:9?tls=none",
    });
  },
});

test("is shown with its reason, is readable on any screen, and arrives when it is retried", async ({
  page,
  site,
  receiver,
  visitor,
}) => {
  const id = await sendLead(site, {
    ...emptyLead(),
    name: visitor.name,
    email: visitor.email,
    company_name: visitor.companyName,
    selected_service: visitor.selectedService,
    problems: visitor.problems,
  });
  await enterInbox(page, site);
  await page.goto(`/inbox/leads/${id}`);
  const webhook = page.getByRole("listitem").filter({ hasText: leadContent.kinds["webhook"] ?? "" });
  await expect(async () => {
    await page.reload();
    await expect(webhook).toContainText(leadContent.states.dead, { timeout: 100 });
  }).toPass();
  await expect(webhook).toContainText("410");
  await expect(async () => {
    await page.goto("/inbox");
    await expect(page.getByText(inbox.mailFailing.one)).toBeVisible({ timeout: 100 });
    await expect(page.getByText(inbox.failedDeliveries.replace("{count}", "3"))).toBeVisible({
      timeout: 100,
    });
  }).toPass();
  for (const path of [`/inbox/leads/${id}`, "/inbox"]) {
    await page.goto(path);
    await expectNoViolation(page);
  }
  receiver.status = 204;
  await page.goto(`/inbox/leads/${id}`);
  await webhook.getByRole("button", { name: leadContent.revive }).click();
  await expect(async () => {
    await page.reload();
    await expect(webhook).toContainText(leadContent.states.sent, { timeout: 100 });
  }).toPass();
});
