import { once } from "node:events";
import { createServer, type Server } from "node:net";

/**
 * Makes a server of any protocol listen on a free local port. @returns the port
 */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null)
    throw new Error("No port is free.");
  return address.port;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  await once(probe, "close");
  return port;
}
