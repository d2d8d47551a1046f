/** Connects to the leads: through the running or named server, else through the store itself. */
import { createRemoteAdmin, findServer, localOrigin } from "./remote-admin.ts";
import { isThere } from "../../server/configuration/data-dir.ts";
import { keysPath, keptKeys } from "../../server/configuration/secrets.ts";
import type { Env } from "../../server/configuration/env.ts";
import { Failure } from "../context.ts";

/** @param server undefined: this machine's, if it runs @throws {Failure} when neither it nor a store is available */
export async function openConnection(env: Env, server: string | undefined, note: (line: string) => void) {
  const origin = server ?? localOrigin(env);
  const secretKey = secretKeyOf(env);
  const found = await findServer(origin, secretKey);
  if (found === "ours" && secretKey !== undefined) {
    const admin = createRemoteAdmin({ origin, secretKey });
    return { admin, address: origin, sendDeliveries: () => {}, close: async () => {} };
  }
  if (server !== undefined) {
    throw new Failure(
      found === "none"
        ? `No server answers at ${server}.`
        : `The server at ${server} does not know this secret key, so it was not sent. Set ` +
            `LEADS_SECRET_KEY to the server's key.`,
    );
  }
  if (found === "other") note(`The server at ${origin} uses another store; this command opens its own.`);
  // Loaded on demand, because it takes most of the start's time.
  const { openStoreConnection } = await import("./connect-to-store.ts");
  return openStoreConnection(env, note);
}

export async function runningSite(env: Env): Promise<string | undefined> {
  const origin = localOrigin(env);
  return (await findServer(origin, secretKeyOf(env))) === "ours" ? origin : undefined;
}

/** The configured key or the stored one. It creates none: a key that no server has opens nothing. */
function secretKeyOf({ dataDir, publicKey, secretKey }: Env): string | undefined {
  if (secretKey !== undefined) return secretKey;
  return isThere(keysPath(dataDir))
    ? keptKeys(dataDir, { publicKey, secretKey }).load().secretKey
    : undefined;
}
