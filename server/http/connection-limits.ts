/** What one client may hold, by Node's own limits. A flood on the bare port is the proxy's work (SECURITY.md). */

export const CONNECTION_LIMITS = {
  /** A slower client only occupies a connection. Milliseconds. */
  requestTimeout: 30_000,
  /** Without traffic; longer than any other timeout. Milliseconds. */
  connectionTimeout: 120_000,
  /** Longer than the minute for which proxies keep theirs. Milliseconds. */
  keepAliveTimeout: 72_000,
  maxRequestsPerSocket: 1_000,
  http: {
    headersTimeout: 30_000,
    /** Node's default is every half minute. */
    connectionsCheckingInterval: 1_000,
  },
};

/** Of the server that Fastify makes. */
export const SERVER_LIMITS = {
  /** Browsers and proxies send fewer than 40. */
  maxHeadersCount: 128,
  maxConnections: 4_096,
};
