import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createLeadSheet } from "../../server/inbox/list/lead-sheet.ts";
import { readWholeList } from "../../server/inbox/list/list-leads.ts";
import { momentOf } from "../../server/leads/days.ts";
import { putInPlace } from "../../server/settings/data-dir.ts";
import { LeadsCommand, refuseUnlessNew } from "../command.ts";
import { readContent } from "../site-services.ts";

export const exportCommand = new LeadsCommand("export")
  .about(
    "Writes all leads for a spreadsheet (CSV), as the inbox does.",
    "A text that could be taken for a formula gets an apostrophe in front. The site may run meanwhile. The file contains visitors' data; only its owner can read it.",
  )
  .argument("<file>", "a new file")
  .work(async ({ env, store }, file: string) => {
    refuseUnlessNew(file);
    const { content } = await readContent(env);
    const clock = { timeZone: env.outbox.timeZone, now: Date.now };
    const sheet = createLeadSheet(content, clock);
    const query = { filter: "all", ...momentOf(clock) } as const;
    const part = `${file}.part`;
    try {
      await writeFile(part, sheet(readWholeList(store, query)), {
        mode: 0o600,
      });
      putInPlace(part, file);
    } finally {
      rmSync(part, { force: true });
    }
    console.error(`Exported the leads to ${file}.`);
  });
