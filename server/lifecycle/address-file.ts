/** Keeps the address of the running site in DATA_DIR, for the link that `leads inbox` prints. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { diskSentence, makeDataDir, writeUnlinked } from "../settings/data-dir.ts";

const addressPath = (dataDir: string): string => join(dataDir, "address");

/** @param origin like `http://127.0.0.1:3000` @returns why it could not be written; the site runs on */
export function keepAddress(dataDir: string, origin: string): string | undefined {
  try {
    makeDataDir(dataDir);
    writeUnlinked(addressPath(dataDir), origin);
    return undefined;
  } catch (error) {
    return diskSentence(error, dataDir) ?? String(error);
  }
}

export function forgetAddress(dataDir: string): void {
  try {
    rmSync(addressPath(dataDir), { force: true });
  } catch {
    // A leftover file does no harm.
  }
}

export function readAddress(dataDir: string): string | undefined {
  try {
    const origin = readFileSync(addressPath(dataDir), "utf8");
    return URL.canParse(origin) ? origin : undefined;
  } catch {
    return undefined;
  }
}

export function loopbackOrigin(host: string, port: number): string {
  const isWildcard = ["0.0.0.0", "::"].includes(host);
  const name = isWildcard ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
