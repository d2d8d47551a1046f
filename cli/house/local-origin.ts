/** Where the site of this data runs, as this machine reaches it: what it says itself, else what the environment says. */
import { readAddress } from "../../server/address-file.ts";
import { loopbackOrigin } from "../../server/loopback-origin.ts";
import type { Env } from "../../server/env.ts";

export function localOrigin({ dataDir, host, port }: Pick<Env, "dataDir" | "host" | "port">): string {
  return readAddress(dataDir) ?? loopbackOrigin(host, port);
}
