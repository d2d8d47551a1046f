/**
 * What a visit receives, what it leaves in the
 * browser, and what the owner's vendors may do.
 */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { secretsPath } from "../../server/settings/secrets.ts";
import { VISIT_ITEM } from "../../site/visit.ts";
import { content, contentFolder } from "../content.ts";
import { listen } from "../machine/free-port.ts";
import { fillIn, submitAndConfirm } from "./booking-form.ts";
import { goToForm, untilHydrated } from "./hydration.ts";
import { openSite } from "./site.ts";
import { expect, expectErrors, test, useOwnServer, linkIn } from "./test.ts";

test("a visit gets no secret and no cookie; the tab keeps the visit's source and the draft", async ({
  page,
  site,
  visitor,
}) => {
  const bodies: Promise<string>[] = [];
  page.on("response", (response) =>
    bodies.push(response.text().catch(() => "")),
  );
  await goToForm(page, "/?utm_source=test");
  await fillIn(page, visitor);
  await page.reload();
  await untilHydrated(page.locator("#book-call"));
  const names = await page.evaluate(() =>
    [sessionStorage, localStorage].map((kept) => Object.keys(kept)),
  );
  expect(names.map((kept) => kept.toSorted())).toEqual([
    ["lead-shown", "lead-typed", VISIT_ITEM],
    [],
  ]);
  await submitAndConfirm(page);
  expect(await page.evaluate(() => Object.keys(history.state))).toEqual([
    "stored",
  ]);
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state]),
  );
  expect(kept).toContain("utm_source=test");
  for (const typed of [visitor.name, visitor.email])
    expect(kept).not.toContain(typed);
  const others = await page.evaluate(async () => [
    await indexedDB.databases(),
    await caches.keys(),
  ]);
  expect(others.flat()).toEqual([]);
  await linkIn(page, content.confirmation.back).click();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState("networkidle");
  expect(await page.context().cookies()).toEqual([]);
  const { linkSecret, webhookSecrets } = JSON.parse(
    readFileSync(secretsPath(site.dataDir), "utf8"),
  );
  const got = (await Promise.all(bodies)).join();
  expect(got).toContain(site.keys().publicKey);
  for (const secret of [linkSecret, ...webhookSecrets])
    expect(got).not.toContain(secret);
});

const SCRIPT = `
window.counted = { at: performance.now(), ...document.querySelector("script[data-site]")?.dataset };
fetch(new URL("/call", "ORIGIN"), { mode: "no-cors" }).catch(() => {});
`;

/** The lines of a vendor: scripts from its server, and a pasted snippet. */
const lines = (origin: string) => `<!-- Tag -->
<script defer src="${origin}/count.js" data-site='a"b'></script>
<script async src="${origin}/hangs.js"></script>
<script>
window.dataLayer = window.dataLayer || [];
const elsewhere = "${origin}/call".replace("127.0.0.1", "localhost");
fetch(elsewhere, { mode: "no-cors" }).catch(() => window.dataLayer.push("refused"));
const box = document.createElement("div");
box.innerHTML = "<b>markup</b>";
document.body.append(Object.assign(document.createElement("script"), { src: "${origin}/more.js" }));
</script>`;

test.describe("a vendor's HTML", { tag: "@full" }, () => {
  const asked = new Set<string>();
  const vendor = createServer((request, response) => {
    asked.add(request.url ?? "");
    if (request.url === "/hangs.js") return;
    const origin = `http://${request.headers.host}`;
    response
      .writeHead(200, { "content-type": "text/javascript" })
      .end(SCRIPT.replace("ORIGIN", origin));
  });
  const site = useOwnServer(async () => {
    const origin = `http://127.0.0.1:${await listen(vendor)}`;
    const own = await openSite({
      CONTENT_DIR: contentFolder({ "analytics.html": lines(origin) }),
    });
    return { ...own, vendor: origin };
  });
  // oxlint-disable-next-line no-empty-pattern -- the fixture `baseURL` starts the site first.
  test.use({ allowedOrigins: ({}, use) => use([site().vendor]) });
  test.beforeEach(({ page }) => expectErrors(page, /Content Security Policy/));
  test.afterAll(() => {
    vendor.closeAllConnections();
    vendor.close();
  });

  test("runs after the first paint, reaches no third origin, and holds up no form", async ({
    page,
    visitor,
  }) => {
    await page.goto("/book-call");
    await expect.poll(() => counted(page)).toMatchObject({ site: 'a"b' });
    const paint = await page.evaluate(
      () =>
        performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    expect((await counted(page))?.at).toBeGreaterThan(paint ?? Infinity);
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, "dataLayer")))
      .toEqual(["refused"]);
    await expect
      .poll(() => [...asked].toSorted())
      .toEqual(["/call", "/count.js", "/hangs.js", "/more.js"]);
    await fillIn(page, visitor);
    await submitAndConfirm(page);
    expect(site().leads(visitor.email)).toHaveLength(1);
    const missing = await page.request.get("/nope");
    expect(await missing.text()).not.toContain(site().vendor);
  });
});

function counted(page: Page): Promise<{ at: number } | undefined> {
  return page.evaluate(() => Reflect.get(window, "counted"));
}
