/**
 * Where the running site listens, kept in DATA_DIR while it runs, so that the command line finds it whatever PORT says
 * in that shell. Left behind by a crash it does no harm: who reads it asks that address whose site it is.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const path = (dataDir: string): string => join(dataDir, "address");

/** @param origin like `http://127.0.0.1:3000` */
export function keepAddress(dataDir: string, origin: string): void {
  writeFileSync(path(dataDir), origin, { mode: 0o600 });
}

export function forgetAddress(dataDir: string): void {
  rmSync(path(dataDir), { force: true });
}

/** Undefined when no site keeps one here. */
export function readAddress(dataDir: string): string | undefined {
  try {
    const origin = readFileSync(path(dataDir), "utf8");
    return URL.canParse(origin) ? origin : undefined;
  } catch {
    return undefined;
  }
}
