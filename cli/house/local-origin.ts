/** Where a server with this environment listens, as this machine reaches it. */
import type { Env } from "../../server/env.ts";

export function localOrigin({ host, port }: Pick<Env, "host" | "port">): string {
  const everywhere = ["0.0.0.0", "::"].includes(host);
  const name = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
