/** Where the site of this data runs, as this machine reaches it: what it says itself, else what the environment says. */
import { readAddress } from "../../server/lifecycle/address-file.ts";
import { loopbackOrigin } from "../../server/lifecycle/loopback-origin.ts";
import type { Env } from "../../server/configuration/env.ts";

export function localOrigin({ dataDir, host, port }: Pick<Env, "dataDir" | "host" | "port">): string {
  return readAddress(dataDir) ?? loopbackOrigin(host, port);
}
