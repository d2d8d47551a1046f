import { createWriteStream, openSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createLeadSheet } from "../../server/inbox/list/lead-sheet.ts";
import { readWholeList } from "../../server/inbox/list/list-leads.ts";
import { momentOf } from "../../server/leads/days.ts";
import { makeDataDir } from "../../server/settings/data-dir.ts";
import { readStoreLocation } from "../../server/settings/env.ts";
import { counted, LeadsCommand, refuseExisting } from "../command.ts";
import { leadsOfPerson, personArgument } from "../arguments.ts";
import { plainJson } from "../plain-text.ts";
import { readContent } from "../site-services.ts";

export const exportCommand = new LeadsCommand("export")
  .about(
    "Writes the leads for a spreadsheet (CSV), or everything about one person (JSON).",
    "A text that could be taken for a formula gets an apostrophe in front. The site may run meanwhile. The file contains visitors' data; only its owner can read it.",
  )
  .option(
    "-o, --out <file>",
    "write to this new file, in DATA_DIR/exports unless you name a folder",
    exportPath,
  )
  .option(
    "--email <address>",
    "everything about one person, as JSON",
    personArgument,
  )
  .examples(
    "export --out leads.csv",
    "export --email dana@example.com --out dana.json",
  )
  .work(
    async (
      { env, store },
      { out, email }: { out?: string; email?: string },
    ) => {
      // A pipe gets all leads. A terminal gets none, since it would show every visitor.
      const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
      const defaultFile = process.stdout.isTTY
        ? exportPath(`leads-${time}Z.csv`)
        : undefined;
      const file = out ?? (email === undefined ? defaultFile : undefined);
      refuseExisting(file);
      if (email !== undefined)
        return writeOut(
          [`${plainJson({ leads: await leadsOfPerson(store, email) })}\n`],
          file,
        );
      const { content } = await readContent(env);
      const clock = { timeZone: env.outbox.timeZone, now: Date.now };
      const sheet = createLeadSheet(content, clock);
      const query = {
        filter: "all",
        order: "newest",
        ...momentOf(clock),
      } as const;
      let count = 0;
      async function* lines() {
        yield sheet.head();
        for await (const leads of readWholeList(store, query)) {
          yield sheet.lines(leads);
          count += leads.length;
        }
      }
      await writeOut(lines(), file);
      const where = file === undefined ? "" : ` to ${file}`;
      console.error(`Exported ${counted(count, "lead")}${where}.`);
    },
  );

/** A name without a folder means DATA_DIR/exports, so that no visitor's data is in a checkout. */
function exportPath(name: string): string {
  return basename(name) === name
    ? join(readStoreLocation().dataDir, "exports", name)
    : name;
}

/** Writes the lines to the new file `out`, or to the standard output if `out` is undefined. */
async function writeOut(
  lines: AsyncIterable<string> | readonly string[],
  out?: string,
) {
  if (out === undefined)
    return pipeline(Readable.from(lines), process.stdout, { end: false });
  if (out === exportPath(basename(out))) makeDataDir(dirname(out));
  const file = createWriteStream(out, {
    fd: openSync(out, "wx", 0o600),
    flush: true,
  });
  await pipeline(Readable.from(lines), file).catch((error: unknown) => {
    // The part that was written may have filled the disk.
    rmSync(out, { force: true });
    throw error;
  });
}
