/** Scripts of another origin, a second local server: they run where the owner names them, and only there. */

import { createServer } from "node:http";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { NO_OTHER_ORIGINS, type OtherOrigins } from "../../contract/build-manifest.ts";
import { parseSnippet } from "../../server/content/snippet.ts";
import { newFolder } from "../machine/new-folder.ts";
import { root } from "../../scripts/root.ts";
import { listen } from "../machine/free-port.ts";
import { fillIn, submitAndConfirm } from "./booking-form.ts";
import { openHome } from "./hydration.ts";
import { renderAnew } from "./other-content.ts";
import { expect, expectErrors, test as base } from "./test.ts";

interface Other {
  origin: string;
  asked: string[];
}

/** @param standing other markup in the pages */
type Deploy = (origins: Partial<OtherOrigins>, standing?: string) => Promise<void>;

const SCRIPT = `
window.counted = { at: performance.now(), ...document.querySelector("script[data-site]")?.dataset };
fetch(new URL("/call", "ORIGIN"), { mode: "no-cors" }).catch(() => {});
`;

const test = base.extend<{ deploy: Deploy }, { other: Other }>({
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
    const folder = newFolder();
    await use(async (origins, standing = "") => {
      // A beacon on its way would break with the server.
      await page.waitForLoadState("networkidle");
      await page.goto("about:blank");
      renderAnew(folder, { otherOrigins: { ...NO_OTHER_ORIGINS, ...origins }, standing });
      await site.deploy(folder);
    });
    // An open page would report the server that ends.
    await page.goto("about:blank");
    await site.deploy(join(root, "dist"));
  },
});

test.slow();

test("the analytics script runs late and calls its origin", async ({ page, other, deploy }) => {
  await deploy(parseSnippet(`<script defer src="${other.origin}/count.js" data-site='a"b'></script>`));
  for (const path of ["/", "/book-call"]) {
    await page.goto(path);
    await expect.poll(() => counted(page)).toMatchObject({ site: 'a"b' });
    const paint = await page.evaluate(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    expect((await counted(page))?.at).toBeGreaterThan(paint ?? Infinity);
    await expect.poll(() => other.asked.splice(0)).toEqual(["/count.js", "/call"]);
  }
  const missing = await page.request.get("/nope");
  expect(await missing.text()).not.toContain(other.origin);
});

test("a script that never answers delays nothing", async ({ page, site, visitor, other, deploy }) => {
  await deploy(parseSnippet(`<script async src="${other.origin}/hangs.js"></script>`));
  await openHome(page);
  await expect.poll(() => other.asked.splice(0)).toEqual(["/hangs.js"]);
  await page.goto("/book-call");
  await fillIn(page, visitor);
  await expect.poll(() => other.asked).toEqual(["/hangs.js"]);
  await submitAndConfirm(page);
  expect(site.leads(visitor.email)).toHaveLength(1);
});

test("the script of a pasted snippet runs, and calls nobody else", async ({ page, other, deploy }) => {
  expectErrors(page, /Content Security Policy/);
  const elsewhere = other.origin.replace("127.0.0.1", "localhost");
  const snippet = parseSnippet(`<!-- Tag -->
<script async src="${other.origin}/tag.js"></script>
<script>
window.dataLayer = window.dataLayer || [];
fetch("${elsewhere}/call", { mode: "no-cors" }).catch(() => window.dataLayer.push("refused"));
const image = document.createElement("div");
image.innerHTML = "<b>markup</b>";
document.body.append(Object.assign(document.createElement("script"), { src: "${other.origin}/more.js" }));
</script>`);
  await deploy(snippet);
  for (const path of ["/", "/book-call"]) {
    await page.goto(path);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, "dataLayer"))).toEqual(["refused"]);
    await expect.poll(() => [...new Set(other.asked)].toSorted()).toEqual(["/call", "/more.js", "/tag.js"]);
    other.asked.length = 0;
  }
});

test("a script in the page runs only when its origin is named", async ({ page, other, deploy }) => {
  expectErrors(page, /Content Security Policy/);
  const script = `<script src="${other.origin}/x.js"></script>`;
  await deploy({}, script);
  await openHome(page);
  expect(await counted(page)).toBeUndefined();
  expect(other.asked).toEqual([]);
  await deploy({ origins: [other.origin] }, script);
  await openHome(page);
  expect(await counted(page)).toBeDefined();
  await expect.poll(() => other.asked).toContain("/call");
});

function counted(page: Page): Promise<{ at: number } | undefined> {
  return page.evaluate(() => Reflect.get(window, "counted"));
}
