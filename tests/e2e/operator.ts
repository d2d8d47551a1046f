/** The operator beside the browser: new leads, administration, and links. */

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "@playwright/test";
import {
  INBOX,
  LINK_PATHS,
  type LinkPurpose,
} from "../../contract/http/routes.ts";
import type { LeadFields } from "../../contract/lead/lead.ts";
import { createSignedLinks } from "../../server/deliveries/signed-links.ts";
import { present } from "../../server/inbox/forms.ts";
import type { ChangeNow } from "../../server/leads/history.ts";
import { addOperatorLink } from "../../server/leads/sign-ins.ts";
import { readEnv, withEnv } from "../../server/settings/env.ts";
import type { Database } from "../../server/store/database.ts";
import { openStore } from "../../server/store/open-store.ts";
import { content } from "../content.ts";
import { expect, type Site, buttonIn } from "./test.ts";

const { linkPages } = content;

/** Sends a lead as the form does. @returns the lead's id */
export async function sendLead(site: Site, lead: LeadFields): Promise<string> {
  const response = await fetch(`${site.origin}/rest/v1/lead_submissions`, {
    method: "POST",
    headers: {
      apikey: site.keys().publicKey,
      accept: "application/vnd.pgrst.object+json",
      "content-type": "application/json",
      prefer: "return=representation",
    },
    body: JSON.stringify(lead),
  });
  expect(response.status).toBe(201);
  return JSON.parse(await response.text()).id;
}

/**
 * Works on the store as the command line does, but
 * without a process, which needs a second to start.
 */
export async function administer<Value>(
  { dataDir }: Site,
  work: (administration: {
    store: Database;
    change: ChangeNow;
  }) => Promise<Value | undefined>,
): Promise<Value> {
  const store = await openStore(
    readEnv(withEnv({ DATA_DIR: dataDir })),
    console.error,
  );
  const change: ChangeNow = (which) => ({
    ...which,
    now: new Date().toISOString(),
    today: new Date().toISOString().slice(0, 10),
    newId: randomUUID,
    webhookUrls: [],
  });
  try {
    return present(await work({ store, change }));
  } finally {
    await store.close();
  }
}

/**
 * Changes the store in ways that no page
 * offers. @returns the number of changed rows
 */
export function inStore(
  { dataDir }: Site,
  statement: string,
  ...values: string[]
) {
  const store = new DatabaseSync(join(dataDir, "leads.db"), { timeout: 5_000 });
  const { changes } = store.prepare(statement).run(...values);
  store.close();
  return changes;
}

/**
 * Gives up a lead's notification for this reason,
 * when the site is not sending the notification.
 */
export async function giveUpNotification(
  site: Site,
  leadId: string,
  reason: string,
): Promise<void> {
  const giveUp = `UPDATE deliveries SET state = 'dead', why = NULL, last_error = ?
    WHERE lead_id = ? AND kind = 'notification' AND lease_id IS NULL`;
  await expect.poll(() => inStore(site, giveUp, reason, leadId)).toBe(1);
}

/** A link's token, signed like the site's and the command line's. */
export function linkToken(
  site: Site,
  purpose: LinkPurpose,
  subject: string,
  expiresAt = Date.now() + 60_000,
): string {
  const secrets = readFileSync(
    join(site.dataDir, "signing-secrets.json"),
    "utf8",
  );
  const { linkSecret } = JSON.parse(secrets);
  return createSignedLinks(linkSecret).sign({ purpose, subject, expiresAt });
}

/**
 * Opens the inbox in this browser with a link like
 * the command line's, without starting a process.
 */
export async function enterInbox(page: Page, site: Site): Promise<void> {
  const { subject } = await administer(site, ({ store }) =>
    addOperatorLink(store, Date.now()),
  );
  await page.goto(
    `${LINK_PATHS.inbox}?token=${linkToken(site, "inbox", subject)}`,
  );
  await buttonIn(page, linkPages["sign-in"].button).click();
  // A new site shows its launch list first.
  await page.waitForURL(/inbox$|launch/);
  await page.goto(INBOX.path);
}
