/**
 * A new version is deployed while a page of the old
 * version is open: nobody is stuck, no text is lost.
 */

import { globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { content } from "../content.ts";
import { newFolder } from "../machine/new-folder.ts";
import { field, filledIn } from "./booking-form.ts";
import { followToForm, openFilledForm } from "./hydration.ts";
import { copyBuild, openSite } from "./site.ts";
import { expect, expectErrors, test, useOwnServer, linkIn } from "./test.ts";

const { pages } = content;

const site = useOwnServer(async () => {
  const old = await openSite();
  const env = {
    PORT: new URL(old.origin).port,
    DATA_DIR: old.dataDir,
    TEST_DIST: buildAnew(),
  };
  let running = old;
  return {
    ...old,
    async deploy() {
      // Killed, since a browser's spare connections
      // would delay an orderly stop by seconds.
      await old.kill();
      // Another program that asked for any free
      // port may have this port for a moment.
      await expect(async () => {
        running = await openSite(env);
      }).toPass();
    },
    close: () => running.close(),
  };
});

const EXPECTED =
  /Failed to load resource.*(404|CONNECTION_RE(FUSED|SET))|Failed to fetch|The page's content was answered with 404|These styles did not come|ERR_SOCKET_NOT_CONNECTED/;
test.beforeEach(({ page }) => expectErrors(page, EXPECTED));

test("a click loads the new version, and keeps typed text", async ({
  page,
  visitor,
}) => {
  await openFilledForm(page, visitor);
  const script = () =>
    page.locator("script[data-entry]").getAttribute("data-entry");
  const old = await script();
  await site().deploy();
  await linkIn(page, content.header.backHome).click();
  await expect(page).toHaveTitle(pages.home.title);
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect.poll(script).not.toBe(old);
  await followToForm(page);
  await expect(field(page, "name")).toHaveValue(visitor.name);
  expect(await filledIn(page)).toEqual(visitor);
});

/**
 * A second build of the same site, whose scripts
 * and content files all have other names.
 */
function buildAnew(): string {
  const folder = newFolder();
  copyBuild(folder);
  const named = globSync("**/assets/*.{js,json}", { cwd: folder });
  expect(named).not.toEqual([]);
  const names = named.map((file) => basename(file));
  const renamed = (text: string): string =>
    names.reduce(
      (done, name) =>
        done.replaceAll(name, name.replace(/-[\w-]{6}\./, "-NEWONE.")),
      text,
    );
  for (const file of globSync("**/*.{js,json,html}", { cwd: folder })) {
    const path = join(folder, file);
    writeFileSync(path, renamed(readFileSync(path, "utf8")));
    renameSync(path, join(folder, renamed(file)));
  }
  return folder;
}
