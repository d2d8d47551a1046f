/**
 * `npm run dev` on a copy of the project: a changed
 * file changes the page, and typed text stays.
 */

import { cpSync, existsSync, globSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { content, replaceIn } from "../content.ts";
import { freePort } from "../machine/free-port.ts";
import { newFolder } from "../machine/new-folder.ts";
import { startProgram } from "../machine/program.ts";
import { filesOf } from "../structure/imports.ts";
import { field, fillIn, submit } from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { expect as quickly, test, useOwnServer, pageHeading } from "./test.ts";

const { bookCall } = content;

/**
 * Waits for a new start, which takes a
 * second, or much longer on a busy machine.
 */
const expect = quickly.configure({ timeout: 60_000 });

test.describe.configure({ mode: "serial", timeout: 240_000 });

const dev = useOwnServer(async () => {
  const folder = newFolder();
  for (const file of filesOf()) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const env = withEnv({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, "data"),
    PATH: [join(root, "node_modules", ".bin"), withEnv({})["PATH"]].join(
      delimiter,
    ),
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  const words = [process.execPath, "scripts/setup.mjs", "dev"];
  const server = startProgram(words, { cwd: folder, env });
  await expect.poll(server.output).toContain("show at once");
  return {
    folder,
    origin: (await server.origin) ?? "",
    printed: server.output,
    close: async () => void (await server.kill("SIGTERM")),
  };
});

const edit = (file: string, before: string, after: string) =>
  replaceIn(join(dev().folder, file), before, after);

test("the server starts without a build, at one address, with a store of its own", () => {
  const named =
    dev()
      .printed()
      .match(/https?:\/\/\S+/g) ?? [];
  expect(new Set(named.map((url) => new URL(url).origin))).toEqual(
    new Set([dev().origin]),
  );
  expect(existsSync(join(dev().folder, "dist", "manifest.json"))).toBe(false);
  expect(existsSync(join(dev().folder, "data", "dev", "leads.db"))).toBe(true);
  expect(existsSync(join(dev().folder, "data", "leads.db"))).toBe(false);
});

test("a page shows a changed word or style at once, and keeps typed text", async ({
  page,
  visitor,
}) => {
  await openForm(page);
  await fillIn(page, visitor);
  edit("content/book-call.yaml", bookCall.heading, "Tell us where it hurts");
  const heading = pageHeading(page);
  await expect(heading).toHaveText("Tell us where it hurts");
  // A change while the page loads reaches its content, but not its HTML.
  await expect(field(page, "problems")).toHaveValue(visitor.problems);
  edit(
    "content/book-call.yaml",
    content.services[0]?.label ?? "",
    "A CRM that fits",
  );
  await expect(
    field(page, "selectedService").locator("option:checked"),
  ).toHaveText("A CRM that fits");
  edit(
    "site/pages/book-call/book-call-page.module.css",
    "",
    "h1 { outline: 1px solid rgb(1, 2, 3) }\n",
  );
  await expect(heading).toHaveCSS("outline-color", "rgb(1, 2, 3)");
  await expect(field(page, "problems")).toHaveValue(visitor.problems);

  await submit(page);
  await expect(heading).toHaveText(content.confirmation.heading);
  // The mail to the agency may wait for the agency's morning.
  const mails = () =>
    globSync("*confirmation*", {
      cwd: join(dev().folder, "data", "dev", "mail"),
    });
  await expect.poll(mails).toHaveLength(1);
});
