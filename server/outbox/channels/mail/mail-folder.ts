/** Mails as `.eml` files, for a site without a mail server: every mail program opens them. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import MailComposer from "nodemailer/lib/mail-composer";
import { makeDataDir, syncFolder } from "../../../storage/data-dir.ts";
import { codeOf } from "../../../../contract/error-code.ts";
import type { SendResult } from "../../channel.ts";
import type { MailTransport } from "./mail-transport.ts";

/** Where the mails of a data folder stand. */
export function mailFolderIn(dataDir: string): string {
  return join(dataDir, "mail");
}

/** Deletes the mails of these deliveries. @returns how many there were */
export async function removeMails(folder: string, deliveryIds: readonly string[]): Promise<number> {
  const ids = new Set(deliveryIds);
  const names = ids.size > 0 && existsSync(folder) ? await readdir(folder) : [];
  const theirs = names.filter((name) => ids.has(name.split(".")[0] ?? ""));
  await Promise.all(theirs.map((name) => rm(join(folder, name), { force: true })));
  return theirs.length;
}

/** @param folder is made when the first mail is written, for its owner alone, as are the mails. */
export function createMailFolder(folder: string): MailTransport {
  return {
    async deliver(message, fileName) {
      const composer = new MailComposer({ ...message, newline: "win" });
      const content = await composer.compile().build();
      return write(folder, `${fileName}.eml`, content);
    },
    close: () => Promise.resolve(),
  };
}

/** A mail appears whole or not at all; written again it takes the place of the first. */
async function write(folder: string, name: string, content: Buffer): Promise<SendResult> {
  const draft = join(folder, `.${name}.${randomBytes(6).toString("hex")}`);
  try {
    makeDataDir(folder);
    await writeFile(draft, content, { flag: "wx", mode: 0o600, flush: true });
    await rename(draft, join(folder, name));
    syncFolder(folder);
    return { kind: "written" };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    await rm(draft, { force: true }).catch(() => undefined);
    return { kind: "retry", reason: `The mail could not be written to DATA_DIR (${code}).` };
  }
}
