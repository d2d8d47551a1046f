/** Finds the desk: of the server that runs here or was named, else of the store itself. */
import { existsSync } from "node:fs";
import { createHttpDesk } from "../../server/desk/http-desk.ts";
import { keysPath, loadKeys } from "../../server/keys.ts";
import type { Env } from "../../server/env.ts";
import type { House } from "../context.ts";
import { Failure } from "../failure.ts";
import { findServer } from "./find-server.ts";
import { localOrigin } from "./local-origin.ts";

/**
 * @param server the address of a server, which then has to be there; undefined: one on this machine, if it runs
 * @param note told what the operator should know
 * @throws {Failure} when neither a server nor a store can be had
 */
export async function openHouse(
  env: Env,
  server: string | undefined,
  note: (line: string) => void,
): Promise<House> {
  const origin = server ?? localOrigin(env);
  const secretKey = secretKeyOf(env);
  const found = await findServer(origin, secretKey);
  if (found === "ours" && secretKey !== undefined) {
    const desk = createHttpDesk({ origin, secretKey });
    return { desk, address: origin, sendOwed: () => {}, close: () => desk.close() };
  }
  if (server !== undefined) {
    throw new Failure(
      found === "none"
        ? `No server answers at ${server}.`
        : `The server at ${server} does not take this secret key. Set LEADS_SECRET_KEY to its own.`,
    );
  }
  if (found === "other") note(`The server at ${origin} is of another store; this opens its own.`);
  // Loaded where it is used: most of the time of a start.
  const { openStoreHouse } = await import("./store-house.ts");
  return openStoreHouse(env, note);
}

/** The given one or the kept one. None is made: a key that no server has opens nothing. */
function secretKeyOf({ dataDir, publicKey, secretKey }: Env): string | undefined {
  if (secretKey !== undefined) return secretKey;
  return existsSync(keysPath(dataDir)) ? loadKeys(dataDir, { publicKey, secretKey }).secretKey : undefined;
}
