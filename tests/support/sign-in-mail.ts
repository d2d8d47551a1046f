/** The mails with sign-in links that a test's server wrote to its folder. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { TestServer } from "./server.ts";

const mailsOf = ({ mailFolder }: TestServer) =>
  existsSync(mailFolder)
    ? readdirSync(mailFolder).filter((name) => name.startsWith("sign-in-"))
    : [];

/** The HTML of the newest mail. */
export const newestMail = (server: TestServer) =>
  readFileSync(
    join(server.mailFolder, mailsOf(server).toSorted().at(-1) ?? ""),
    "utf8",
  );

/** Waits for so many mails. @returns where the newest mail's link leads */
export async function mailedLink(
  server: TestServer,
  count = 1,
): Promise<string> {
  await expect.poll(() => mailsOf(server)).toHaveLength(count);
  const [link = ""] =
    /\/inbox\/sign-in\?token=[^"]+/.exec(newestMail(server)) ?? [];
  return link.replaceAll("&amp;", "&");
}
