/** The mails that the site wrote instead of sending them, each as HTML and as text. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { join as joined, markup } from "../../server/outbox/channels/mail/body.ts";

export async function mailsPage(folder: string): Promise<string> {
  const files = (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter(({ name }) => name.endsWith(".eml"))
    .map(({ name }) => join(folder, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(file))));
  return markup`<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title><link rel="icon" href="data:,">
<style>body { font: 16px/1.5 system-ui; margin: 2rem } iframe { width: 100%; height: 40rem; border: 1px solid } pre { white-space: pre-wrap }</style>
<h1>${String(mails.length)} mails in ${folder}</h1>
${joined(
  mails.map(
    ({ subject = "", to = [], html = "", text = "", attachments }) =>
      markup`<h2>${subject}</h2><p>To ${to.map(({ address = "" }) => address).join(", ")}</p>
<iframe title="HTML" sandbox srcdoc="${withPictures(html, attachments)}"></iframe><details><summary>Text</summary><pre>${text}</pre></details>`,
  ),
)}`.text;
}

/** A page cannot look into a mail, so the pictures stand in the HTML. */
function withPictures(html: string, attachments: Email["attachments"]): string {
  return attachments.reduce((shown, { contentId = "", mimeType, content }) => {
    const bytes = content instanceof ArrayBuffer ? new Uint8Array(content) : [];
    const data = Buffer.from(bytes).toString("base64");
    return shown.replaceAll(`cid:${contentId.slice(1, -1)}`, `data:${mimeType};base64,${data}`);
  }, html);
}
