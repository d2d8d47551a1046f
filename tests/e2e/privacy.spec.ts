/** No secret leaves the server, and no page asks another origin but those that its owner names. Every test fails on a stray request (test.ts). */
import { content } from "../content.ts";
import { VISIT_ITEM } from "../../site/visit.ts";
import { fillIn, submitAndConfirm } from "./booking-form.ts";
import { goToForm, untilHydrated } from "./hydration.ts";
import { expect, expectErrors, test } from "./test.ts";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { listen } from "../machine/free-port.ts";
import { contentFolder } from "./other-content.ts";

test("a visit sets no cookie, and its tab keeps nothing but the draft", async ({ page, site, visitor }) => {
  await page.goto("/?utm_source=test");
  await goToForm(page);
  expect(await page.content()).toContain(site.keys().publicKey);
  await fillIn(page, visitor);
  await page.reload();
  await untilHydrated(page.locator("#book-call"));
  const names = await page.evaluate(() => [sessionStorage, localStorage].map((kept) => Object.keys(kept)));
  expect(names.map((kept) => kept.toSorted())).toEqual([["lead-typed", VISIT_ITEM], []]);
  await submitAndConfirm(page);
  expect(await page.evaluate(() => Object.keys(history.state))).toEqual(["stored"]);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  for (const typed of [visitor.name, visitor.email]) expect(kept).not.toContain(typed);
  const others = await page.evaluate(async () => [await indexedDB.databases(), await caches.keys()]);
  expect(others.flat()).toEqual([]);
  await page.getByRole("link", { name: content.confirmation.back }).click();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForLoadState("networkidle");
  expect(await page.context().cookies()).toEqual([]);
});

interface Other {
  origin: string;
  asked: string[];
}

/** Starts the site with these lines of a vendor. */
type Deploy = (analytics: string) => Promise<void>;

const SCRIPT = `
window.counted = { at: performance.now(), ...document.querySelector("script[data-site]")?.dataset };
fetch(new URL("/call", "ORIGIN"), { mode: "no-cors" }).catch(() => {});
`;

const testWithOther = test.extend<{ deploy: Deploy }, { other: Other }>({
  other: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const asked: string[] = [];
      const server = createServer((request, response) => {
        asked.push(request.url ?? "");
        if (request.url === "/hangs.js") return;
        const origin = `http://${request.headers.host}`;
        response.writeHead(200, { "content-type": "text/javascript" }).end(SCRIPT.replace("ORIGIN", origin));
      });
      await use({ origin: `http://127.0.0.1:${await listen(server)}`, asked });
      server.closeAllConnections();
      server.close();
    },
    { scope: "worker" },
  ],
  allowedOrigins: async ({ other }, use) => {
    other.asked.length = 0;
    await use([other.origin]);
  },
  deploy: async ({ page, site }, use) => {
    await use(async (analytics) => {
      // A beacon on its way would break with the server.
      await page.waitForLoadState("networkidle");
      await page.goto("about:blank");
      await site.deploy({ CONTENT_DIR: contentFolder({ "analytics.html": analytics }) });
    });
    // An open page would report the server that ends.
    await page.goto("about:blank");
    await site.deploy();
  },
});

test.describe("another origin that the owner names", { tag: "@full" }, () => {
  test.slow();

  testWithOther(
    "the analytics script runs late, and one that hangs delays nothing",
    async ({ page, site, visitor, other, deploy }) => {
      const hanging = `<script async src="${other.origin}/hangs.js"></script>`;
      await deploy(`<script defer src="${other.origin}/count.js" data-site='a"b'></script>${hanging}`);
      for (const path of ["/", "/book-call"]) {
        await page.goto(path);
        await expect.poll(() => counted(page)).toMatchObject({ site: 'a"b' });
        const paint = await page.evaluate(
          () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
        );
        expect((await counted(page))?.at).toBeGreaterThan(paint ?? Infinity);
        const asked = () => other.asked.toSorted();
        await expect.poll(asked).toEqual(["/call", "/count.js", "/hangs.js"]);
        other.asked.length = 0;
      }
      await fillIn(page, visitor);
      await submitAndConfirm(page);
      expect(site.leads(visitor.email)).toHaveLength(1);
      const missing = await page.request.get("/nope");
      expect(await missing.text()).not.toContain(other.origin);
    },
  );

  testWithOther(
    "the script of a pasted snippet runs, and calls nobody else",
    async ({ page, other, deploy }) => {
      expectErrors(page, /Content Security Policy/);
      const elsewhere = other.origin.replace("127.0.0.1", "localhost");
      await deploy(`<!-- Tag -->
<script async src="${other.origin}/tag.js"></script>
<script>
window.dataLayer = window.dataLayer || [];
fetch("${elsewhere}/call", { mode: "no-cors" }).catch(() => window.dataLayer.push("refused"));
const image = document.createElement("div");
image.innerHTML = "<b>markup</b>";
document.body.append(Object.assign(document.createElement("script"), { src: "${other.origin}/more.js" }));
</script>`);
      for (const path of ["/", "/book-call"]) {
        await page.goto(path);
        await expect.poll(() => page.evaluate(() => Reflect.get(window, "dataLayer"))).toEqual(["refused"]);
        await expect
          .poll(() => [...new Set(other.asked)].toSorted())
          .toEqual(["/call", "/more.js", "/tag.js"]);
        other.asked.length = 0;
      }
    },
  );
});

function counted(page: Page): Promise<{ at: number } | undefined> {
  return page.evaluate(() => Reflect.get(window, "counted"));
}
