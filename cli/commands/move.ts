import { readStoreLocation } from "../../server/settings/env.ts";
import { sqlitePath } from "../../server/store/open-store.ts";
import { LeadsCommand } from "../command.ts";

export const moveCommand = new LeadsCommand("move")
  .about(
    "Copies the store in DATA_DIR into an empty PostgreSQL, while the site is stopped.",
    "Either the whole store arrives, or nothing. The store in DATA_DIR does not change.",
  )
  .argument("<url>", "the database, as for DATABASE_URL")
  .examples("move postgres://user:password@db.example/leads")
  .action(async (url: string) => {
    const { databaseUrl = "" } = readStoreLocation({ DATABASE_URL: url });
    const path = sqlitePath(readStoreLocation().dataDir);
    const { moveStore } = await import("../../server/store/move-store.ts");
    for (const [table, rows] of await moveStore(path, databaseUrl))
      console.log(`${table}: ${rows}`);
    console.error(
      `Set DATABASE_URL and start the site. Then delete ${path}: it has visitors' data.`,
    );
  });
