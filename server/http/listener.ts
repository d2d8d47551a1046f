import { createServer, type RequestListener, type Server } from "node:http";

/** All times are milliseconds. */
const TIMES = {
  requestTimeout: 30_000,
  headersTimeout: 30_000,
  /**
   * A proxy reuses an idle connection for a minute,
   * so this server must not close it earlier.
   */
  keepAliveTimeout: 72_000,
  /**
   * Node looks for slow clients every second. By
   * default, it looks only every half minute.
   */
  connectionsCheckingInterval: 1_000,
};
const IDLE_MS = 120_000;
const LIMITS = { maxHeadersCount: 128, maxConnections: 4_096 };

/**
 * An HTTP server that waits for slow clients,
 * and takes connections, within limits.
 */
export function createListener(handle?: RequestListener): Server {
  const listener = createServer(TIMES, handle);
  listener.setTimeout(IDLE_MS);
  return Object.assign(listener, LIMITS);
}
