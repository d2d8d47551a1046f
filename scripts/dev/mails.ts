/** What the site wrote instead of sending it, each mail as HTML and as text. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { join as joined, markup } from "../../server/outbox/channels/mail/markup.ts";

/** The newest first. */
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
    ({ subject = "", to = [], html = "", text = "" }) =>
      markup`<h2>${subject}</h2><p>To ${to.map(({ address = "" }) => address).join(", ")}</p>
<iframe title="HTML" sandbox srcdoc="${html}"></iframe><details><summary>Text</summary><pre>${text}</pre></details>`,
  ),
)}`.text;
}
