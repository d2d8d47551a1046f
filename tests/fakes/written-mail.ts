/** Parses mails that were written to files, like a mail program. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { expect } from "vitest";
import type { Outgoing } from "../../contract/delivery.ts";
import { createMailChannel } from "../../server/outbox/channels/channels.ts";
import type { MailSettings } from "../../server/outbox/channels/settings.ts";
import { createMailFolder } from "../../server/outbox/channels/mail/mail-folder.ts";
import { FORM } from "./leads.ts";
import { mailSettings, outgoing } from "./outgoing.ts";
import { temporaryFolder } from "./server.ts";

export async function written(
  changes: Partial<Outgoing>,
  settings: Partial<MailSettings> = {},
): Promise<Email> {
  const folder = temporaryFolder();
  const channel = createMailChannel(mailSettings(settings), createMailFolder(folder));
  await expect(channel.send(outgoing(changes))).resolves.toEqual({ kind: "written" });
  return firstMailIn(folder);
}

export function firstMailIn(folder: string): Promise<Email> {
  const [name = ""] = readdirSync(folder).toSorted();
  return PostalMime.parse(readFileSync(join(folder, name)));
}

/** In the order of their names, which repeat: the first mail of a delivery, then its further ones. */
export function mailsIn(folder: string): Promise<Email[]> {
  const byLength = readdirSync(folder).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return Promise.all(byLength.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
}

export const label = {
  name: FORM.fields.name.label,
  email: FORM.fields.email.label,
  company_name: FORM.fields.company_name.label,
  selected_service: FORM.fields.selected_service.label,
  problems: FORM.fields.problems.label,
  additional_info: FORM.fields.additional_info.label,
};

export const mailHeader = (mail: Email, name: string) =>
  mail.headers.filter(({ key }) => key === name).map(({ value }) => value);
