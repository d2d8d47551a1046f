/** The secret key never leaves the server. Every test fails on a request to another origin (`test.ts`). */
import { content } from "../content.ts";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { VISIT_ITEM } from "../../site/visit.ts";
import { root } from "../../scripts/root.ts";
import { AS_DELIVERED } from "../support/legal-drafts.ts";
import { fillIn, sendAndConfirm, submitAndConfirm } from "./booking-form.ts";
import { goToForm, openForm } from "./hydration.ts";
import { expect, test } from "./test.ts";

/** The cookie draft's words for each item in the tab's storage, and for the state of its history. */
const KEPT = {
  "lead-typed": "A draft of the form that you are filling in",
  [VISIT_ITEM]: "The first page that you opened and the site that led you to it",
};
const OF_HISTORY = { stored: "The fact that you sent the form" };

test("a visit stays on its origin, and no secret is anywhere", async ({ page, site, visitor }) => {
  const { publicKey } = site.keys();

  const files = globSync("dist/**/*", { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const text = readFileSync(join(file.parentPath, file.name), "utf8");
    expect(text, `${file.name} names a secret`).not.toMatch(/ns_link_|whsec_|sb_secret_|METRICS_KEY/);
  }

  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    bodies.push(response.text().catch(() => ""));
  });
  await goToForm(page);
  await openForm(page);
  await sendAndConfirm(page, visitor);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  for (const typed of [visitor.name, visitor.email]) expect(kept).not.toContain(typed);
  await page.getByRole("link", { name: content.confirmation.back }).click();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect(await page.context().cookies()).toEqual([]);
  const sent = await Promise.all(bodies);
  expect(sent.some((body) => body.includes(publicKey))).toBe(true);
});

test("the tab stores the items that the cookie draft names, and nothing stays", async ({ page, visitor }) => {
  await page.goto("/?utm_source=test");
  await goToForm(page);
  await fillIn(page, visitor);
  await page.reload();
  const kept = await page.evaluate(() => [Object.keys(sessionStorage), Object.keys(localStorage)]);
  expect(kept.map((names) => names.toSorted())).toEqual([Object.keys(KEPT).toSorted(), []]);
  await submitAndConfirm(page);
  expect(await page.evaluate(() => Object.keys(history.state))).toEqual(Object.keys(OF_HISTORY));
  for (const said of Object.values({ ...KEPT, ...OF_HISTORY })) expect(AS_DELIVERED.cookies).toContain(said);
  expect(await page.evaluate(async () => [await indexedDB.databases(), await caches.keys()])).toEqual([
    [],
    [],
  ]);
});
