/** `restore --drill`: a backup is restored into a store of its own, compared with the store in use, and removed again. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LEADS_TABLE } from "../../contract/lead.ts";
import type { StoreLocation } from "../../server/configuration/env.ts";
import { openTables } from "../../server/storage/open-store.ts";
import { TABLES } from "../../server/storage/tables.ts";
import { type Terminal, Failure } from "../context.ts";

/** A lead has its time a moment before it is in the store. Milliseconds. */
const UNDER_WAY_MS = 60_000;

/** @throws {Failure} when the backup lacks a lead that was there before it; what `restore` throws */
export async function drill(
  location: StoreLocation,
  backup: string,
  restore: (scratch: StoreLocation, backup: string) => Promise<unknown>,
  { note, print }: Pick<Terminal, "note" | "print">,
): Promise<void> {
  const scratch = await scratchStore(location);
  try {
    await restore(scratch.location, backup);
    const [restored, store] = [await contentsOf(scratch.location), await contentsOf(location)];
    print(`Rows in ${backup}, and in the store now:`);
    for (const [table, count] of restored.counts)
      print(`  ${table.padEnd(20)} ${count} ${store.counts.get(table)}`);
    const isMissing = ([id, time]: [string, number]) =>
      !restored.leads.has(id) && (time <= restored.newest - UNDER_WAY_MS || restored.leads.size === 0);
    const missing = [...store.leads].filter(isMissing).length;
    if (missing > 0)
      throw new Failure(
        `The backup can be restored, but lacks ${missing} of the store's leads. Make another: npm run leads -- backup`,
      );
    note("The backup can be restored, and has every lead from before it was made.");
  } finally {
    await scratch.remove();
  }
}

async function scratchStore({ databaseUrl, dataDir }: StoreLocation) {
  if (databaseUrl !== undefined) {
    const { scratchDatabase } = await import("../../server/storage/postgres/backup.ts");
    const { url, drop } = await scratchDatabase(databaseUrl);
    return { location: { dataDir, databaseUrl: url }, remove: drop };
  }
  // Beside the store, since it may be as large, and is as private.
  const folder = mkdtempSync(join(dataDir, "drill-"));
  return {
    location: { dataDir: folder, databaseUrl },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The number of rows of each table, and when each lead came. */
async function contentsOf(location: StoreLocation) {
  const store = await openTables(location, "existing", () => {});
  try {
    return await store.snapshot(async ({ count, rows }) => {
      const counts = new Map<string, number>();
      const leads = new Map<string, number>();
      for (const table of TABLES) {
        counts.set(table.name, await count(table));
        if (table.name !== LEADS_TABLE) continue;
        for await (const { id, created_at: time } of rows(table))
          leads.set(String(id), Date.parse(String(time)));
      }
      let newest = 0;
      for (const time of leads.values()) newest = Math.max(newest, time);
      return { counts, leads, newest };
    });
  } finally {
    await store.close();
  }
}
