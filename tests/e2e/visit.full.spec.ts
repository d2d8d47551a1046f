/**
 * A visit keeps its source, an advertisement,
 * in the tab and in those that it opens.
 */

import type { Page } from "@playwright/test";
import { CONSENT_FIELD } from "../../contract/http/page.ts";
import { SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { VISIT_ITEM } from "../../site/visit.ts";
import { content } from "../content.ts";
import { followToForm } from "./hydration.ts";
import { expect, test } from "./test.ts";

const AD = "/?utm_source=newsletter";
const referer = "https://news.example/";
const [trade = ""] = Object.keys(content.trades);

/** The first page and its referrer, as the tab keeps them. */
const visitOf = (page: Page): Promise<string | null> =>
  page.evaluate((item) => sessionStorage.getItem(item), VISIT_ITEM);

test("a press in a page, and a new tab, keep the advertisement", async ({
  page,
  context,
  site,
}) => {
  await page.goto(AD, { referer });
  const link = page.locator(`a[href="${SCHEDULE_PATH}"]:visible`).first();
  const opened = context.waitForEvent("page");
  await link.click();
  const tab = await opened;
  await tab.waitForURL(/schedule/);
  const apart = context.waitForEvent("page");
  await link.click({ modifiers: ["ControlOrMeta"] });
  const other = await apart;
  await other.waitForURL(/schedule/);
  await expect
    .poll(() => visitOf(other), "of a tab without this tab's storage")
    .toBe(`${site.origin}${AD} `);
  await followToForm(page);
  const sent = page.locator(`[name=${CONSENT_FIELD}]`);
  await expect(sent).toHaveValue(/newsletter \S+$/);
  for (const place of [page, tab])
    await expect
      .poll(() => visitOf(place))
      .toBe(`${site.origin}${AD} ${referer}`);
});

test("a later advertisement in the same tab replaces the source, and a page without one does not", async ({
  page,
  site,
}) => {
  const google = "?utm_source=google&utm_medium=cpc&gclid=SAMETAB1";
  const steps = [
    ["/", "/"],
    ["/?fbclid=1", "/?fbclid=1"],
    [`/${trade}`, "/?fbclid=1"],
    ["/?utm_source={{source}}", "/?fbclid=1"],
    [`/${google}`, `/${google}`],
    [`/${trade}`, `/${google}`],
  ];
  for (const [path = "", visit] of steps) {
    await page.goto(path);
    await expect.poll(() => visitOf(page)).toContain(`${site.origin}${visit} `);
  }
});
