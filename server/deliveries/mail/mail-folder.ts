/**
 * Writes each mail into a file, as a page, for a site without a mail server.
 */

import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateFolder, syncFolder } from "../../settings/data-dir.ts";
import { codeOf } from "../../settings/error-code.ts";
import { namesIn } from "../../settings/files-in.ts";
import { retry, type SendResult } from "../outbox.ts";
import type { MailMessage, MailTransport } from "./compose.ts";
import { LOGO_ID, markup } from "./html.ts";

const ENDING = ".html";

/** @param fileName the name that `MailTransport.deliver` got */
export const mailFileIn = (folder: string, fileName: string) =>
  join(folder, fileName + ENDING);

/**
 * The file names of the team's mails about several
 * leads. A draft's name begins with a dot.
 */
const NAMES_SEVERAL_LEADS = /^\.?(?:morning|reminder)-/;

/**
 * Deletes the mails and the drafts of deliveries,
 * and all mails that name several leads.
 */
export async function removeMails(
  folder: string,
  deliveryIds: readonly string[],
): Promise<number> {
  const ids = new Set(deliveryIds);
  const names = ids.size > 0 ? namesIn(folder) : [];
  // The name of a mail's file begins with the
  // id of its delivery, up to the first dot.
  const isOfDelivery = (name: string) =>
    ids.has(name.replace(/^\./, "").split(".")[0] ?? "");
  const deleted = names.filter(
    (name) => isOfDelivery(name) || NAMES_SEVERAL_LEADS.test(name),
  );
  await Promise.all(
    deleted.map((name) => rm(join(folder, name), { force: true })),
  );
  return deleted.length;
}

/** Only the owner of the folder can read the folder and its mails. */
export function createMailFolder(folder: string): MailTransport {
  return {
    deliver: (message, fileName) =>
      write(folder, fileName + ENDING, pageOf(message)),
    close: () => Promise.resolve(),
  };
}

function pageOf({
  from,
  to,
  replyTo,
  subject,
  html,
  icalEvent,
  attachments,
}: MailMessage): string {
  const logo = attachments.find((file) => "cid" in file);
  const call = icalEvent && { ...icalEvent, contentType: "text/calendar" };
  const files = [
    ...attachments.filter((file) => file !== logo),
    ...(call ? [call] : []),
  ];
  const replies = replyTo ? markup`Replies to ${replyTo.address}<br>\n` : "";
  const attached = files.map(({ filename, content, contentType }) => {
    const url = dataUrl(contentType, content);
    const link = markup`<a download="${filename}" href="${url}">${filename}</a>`;
    return markup`<br>\nWith ${link}`;
  });
  const head = markup`<p style="padding: 0 8px; font: 14px/1.5 system-ui; overflow-wrap: anywhere">
From ${from.name} &lt;${from.address}&gt;<br>
To ${to.map(({ address }) => address).join(", ")}<br>
${replies}Subject: <b>${subject}</b>${attached}</p>\n`;
  const bodyStart = html.indexOf("\n", html.indexOf("<body")) + 1;
  const page = html.slice(0, bodyStart) + head.text + html.slice(bodyStart);
  const logoUrl = logo && dataUrl(logo.contentType, logo.content);
  return logoUrl ? page.replace(`"cid:${LOGO_ID}"`, `"${logoUrl}"`) : page;
}

function dataUrl(contentType: string, content: string | Buffer): string {
  return `data:${contentType};base64,${Buffer.from(content).toString("base64")}`;
}

/** Writes a mail's file completely, or not at all. */
async function write(
  folder: string,
  name: string,
  content: string,
): Promise<SendResult> {
  try {
    makePrivateFolder(folder);
    const draft = join(folder, `.${name}.draft`);
    await writeFile(draft, content, { mode: 0o600, flush: true });
    await rename(draft, join(folder, name));
    syncFolder(folder);
    return { kind: "written" };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return retry(`The mail could not be written to DATA_DIR (${code}).`);
  }
}
