/** The parts of the landing page that need no script keep the HTML that they arrived as. */
import { join } from "node:path";
import { build } from "vite";
import { PAGE_DATA_ID } from "../../contract/page.ts";
import { root } from "../../scripts/root.ts";
import { setProduction } from "../../server/configuration/env.ts";
import { content } from "../content.ts";
import { holdScript, untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";

test.use({ bypassCSP: true });

test("every component above them renders anew, and not a letter of them changes", async ({ page }) => {
  await holdScript(page);
  await page.goto("/");
  const text = () => page.locator("main, footer").allInnerTexts();
  await page.addScriptTag({ type: "module", content: await bundle() });
  await untilHydrated(page.locator("#headline"));
  const before = await text();
  expect(before.join(" ")).toContain(content.contact.heading);
  for (const label of ["CALL US", "CALL US NOW"]) {
    await page.evaluate(
      ([id, from, to]) => {
        const data = document.getElementById(id);
        if (data) data.textContent = data.textContent.replaceAll(from, to);
        dispatchEvent(new Event("render anew"));
      },
      [PAGE_DATA_ID, label === "CALL US" ? content.header.bookCall : "CALL US", label] as const,
    );
    await expect(page.getByRole("banner").getByRole("link", { name: label, exact: true })).toBeVisible();
    expect(await text()).toEqual(before);
  }
});

/** Class names come from the build. */
async function bundle(): Promise<string> {
  setProduction();
  const result = await build({
    root,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      rolldownOptions: {
        input: join(root, "tests", "e2e", "render-anew.tsx"),
        output: { codeSplitting: false },
      },
    },
  });
  if (!("output" in result)) throw new Error("Vite answered with something unexpected.");
  return result.output[0].code;
}
