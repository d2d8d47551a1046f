/** Where the site of this data runs, and whether a server answers at an address and knows our key. */
import type { Env } from "../../server/configuration/env.ts";
import { askForProof, PROOF_HEADER } from "../../server/http/key-proof.ts";
import { readAddress } from "../../server/lifecycle/address-file.ts";
import { loopbackOrigin } from "../../server/lifecycle/loopback-origin.ts";

/** As this machine reaches it: what the site says itself, else what the environment says. */
export function localOrigin({ dataDir, host, port }: Env): string {
  return readAddress(dataDir) ?? loopbackOrigin(host, port);
}

export type FoundServer =
  | "ours"
  /** It is a server like ours, with another secret key: of another store. */
  | "other"
  | "none";

/** A server on this machine answers at once; one that does not is none. */
const PATIENCE_MS = 3_000;

/** The key itself is told to nobody, so that it is told to no other program either. */
export async function findServer(origin: string, secretKey: string | undefined): Promise<FoundServer> {
  const question = secretKey === undefined ? undefined : askForProof(secretKey);
  try {
    const alive = await fetch(new URL("/healthz", origin), {
      headers: question ? { [PROOF_HEADER]: question.header } : {},
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!alive.ok || !(await alive.text()).includes('"up"')) return "none";
    return question?.isProof(alive.headers.get(PROOF_HEADER) ?? "") ? "ours" : "other";
  } catch (error) {
    // Nobody listens, or somebody who speaks otherwise.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError")) {
      return "none";
    }
    throw error;
  }
}
