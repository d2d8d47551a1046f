/** Whether a server answers at an address, and takes our key. */
import { LEADS_TABLE } from "../../contract/lead.ts";
import { REST_PATH } from "../../contract/wire.ts";

export type FoundServer =
  | "ours"
  /** It is a server like ours, with another secret key: of another store. */
  | "other"
  | "none";

/** A server on this machine answers at once; one that does not is none. */
const PATIENCE_MS = 3_000;

/** Asks without the key first, so that no other program is told it. */
export async function findServer(origin: string, secretKey: string | undefined): Promise<FoundServer> {
  const alive = await ask(new URL("/healthz", origin), {});
  if (alive?.ok !== true || !(await alive.text()).includes('"up"')) return "none";
  if (secretKey === undefined) return "other";
  const taken = await ask(new URL(`${REST_PATH}/${LEADS_TABLE}?limit=0`, origin), { apikey: secretKey });
  return taken?.status === 401 ? "other" : "ours";
}

async function ask(url: URL, headers: Record<string, string>): Promise<Response | undefined> {
  try {
    return await fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    // Nobody listens, or somebody who speaks otherwise.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError")) {
      return undefined;
    }
    throw error;
  }
}
