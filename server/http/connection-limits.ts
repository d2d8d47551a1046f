/** What one client may hold, by Node's own limits. A flood on the bare port is the proxy's work (SECURITY.md). */
import { STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";

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

/** Browsers and proxies send fewer than 40. */
const MAX_HEADERS = 128;

const MAX_CONNECTIONS = 4_096;

const UNREADABLE: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers what is no request, as Node does. Fastify's own answer would log the bytes, which may be a lead's. */
export function answerUnreadable({ code = "" }: { code?: string }, socket: Socket): void {
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = UNREADABLE[code] ?? 400;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

export function limitServer(server: Server): void {
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = MAX_CONNECTIONS;
}
