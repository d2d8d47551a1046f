/** Connects to the leads: of the server that runs here or was named, else of the store itself. */
import { existsSync } from "node:fs";
import { createRemoteAdmin } from "./remote-admin.ts";
import { keysPath, keptKeys } from "../../server/configuration/secrets.ts";
import type { Env } from "../../server/configuration/env.ts";
import { type Connection, Failure } from "../context.ts";
import { findServer, localOrigin } from "./find-server.ts";

/** @param server undefined: the one on this machine, if it runs @throws {Failure} when neither it nor a store can be had */
export async function openConnection(
  env: Env,
  server: string | undefined,
  note: (line: string) => void,
): Promise<Connection> {
  const origin = server ?? localOrigin(env);
  const secretKey = secretKeyOf(env);
  const found = await findServer(origin, secretKey);
  if (found === "ours" && secretKey !== undefined) {
    const admin = createRemoteAdmin({ origin, secretKey });
    return { admin, address: origin, sendDeliveries: () => {}, close: () => admin.close() };
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
  // Loaded where it is used: most of the time of a start.
  const { openStoreConnection } = await import("./connect-to-store.ts");
  return openStoreConnection(env, note);
}

/** Where the site of this data runs on this machine; undefined: it does not. */
export async function runningSite(env: Env): Promise<string | undefined> {
  const origin = localOrigin(env);
  return (await findServer(origin, secretKeyOf(env))) === "ours" ? origin : undefined;
}

/** The given one or the kept one. None is made: a key that no server has opens nothing. */
function secretKeyOf({ dataDir, publicKey, secretKey }: Env): string | undefined {
  if (secretKey !== undefined) return secretKey;
  return existsSync(keysPath(dataDir))
    ? keptKeys(dataDir, { publicKey, secretKey }).load().secretKey
    : undefined;
}
