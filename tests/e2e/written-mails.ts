/** The mails that a site without a mail server writes into files, as whoever opens one reads it. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "./test.ts";

/** @param address whose mails; all of the kind without it */
export function writtenMails({ dataDir }: Site, kind: string, address?: string) {
  const mails = globSync(join(dataDir, "mail", `*.${kind}*.html`)).map((file) => {
    const text = readFileSync(file, "utf8");
    const links = Array.from(text.matchAll(/href="(https?:[^"]+)"/g), ([, link = ""]) =>
      link.replaceAll("&amp;", "&"),
    );
    return { to: /^To (.*)<br>$/m.exec(text)?.[1] ?? "", links };
  });
  return mails.filter(({ to }) => address === undefined || to === address);
}

/** The path of the first link with a token in the mail to an address. */
export function mailedPath(site: Site, kind: string, address: string): string | undefined {
  const [mail] = writtenMails(site, kind, address);
  const link = mail?.links.find((one) => one.includes("token="));
  return link?.replace(/^https?:\/\/[^/]+/, "");
}
