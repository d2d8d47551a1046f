/** The HTTP server below the app: limits silence, requests at once and pieces of bodies per connection. */
import { createServer, IncomingMessage, ServerResponse } from "node:http";
import type { RequestListener, Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";

/** A slower client only occupies a connection. Milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

/** A connection without traffic for this long is cut off; longer than any other timeout. Milliseconds. */
const SILENCE_MS = 120_000;

/** Node handles all requests of one read at once. No browser pipelines (RFC 9112, section 9.3.2). */
const MOST_AT_ONCE = 8;

/**
 * Each piece of a body (a chunk, or the part in one packet) costs the thread a microsecond: 260,000 of one
 * byte take a third of a second. A browser sends the largest body in fewer than 400. A connection may send
 * this many within a second.
 */
const MOST_PIECES = 4_000;
const SECOND_MS = 1_000;

const waiting = new WeakMap<Socket, number>();
/** Shared by all requests of a connection: many with few pieces each take as long as one with many. */
const pieces = new WeakMap<Socket, { count: number; since: number }>();

function count(socket: Socket, change: 1 | -1): void {
  waiting.set(socket, (waiting.get(socket) ?? 0) + change);
}

function hasTooManyPieces(socket: Socket): boolean {
  const now = performance.now();
  const known = pieces.get(socket);
  const { count: before, since } = known && now - known.since < SECOND_MS ? known : { count: 0, since: now };
  pieces.set(socket, { count: before + 1, since });
  return before >= MOST_PIECES;
}

/** Closes at the first excess request. Node closes at once only for an upgrade, so such a request asks for one. */
class LimitedRequest extends IncomingMessage {
  /** Node sets this to the client's wish, and then to whether anybody listens: Vite does, in `npm run dev`. */
  upgradeRequested = false;

  constructor(socket: Socket) {
    super(socket);
    count(socket, 1);
  }

  get upgrade(): boolean {
    return this.upgradeRequested || (waiting.get(this.socket) ?? 0) > MOST_AT_ONCE;
  }

  set upgrade(upgradeRequested: boolean) {
    this.upgradeRequested = upgradeRequested;
  }

  override push(piece: Buffer | null): boolean {
    if (hasTooManyPieces(this.socket)) {
      this.socket.destroy();
      return false;
    }
    return super.push(piece);
  }
}

class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(...parameters: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...parameters);
    this.once("close", () => count(this.req.socket, -1));
  }
}

/** For a server that answers at most this many pipelined requests of one connection. */
export const PIPELINE_LIMIT = {
  IncomingMessage: LimitedRequest,
  ServerResponse: CountedResponse,
} satisfies ServerOptions;

export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      ...PIPELINE_LIMIT,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      // Node's default is every half minute.
      connectionsCheckingInterval: 1_000,
      // Longer than the minute for which proxies keep theirs.
      keepAliveTimeout: 72_000,
    },
    (request, response) => {
      // The pieces of a GET's body are not counted; nobody sends any (RFC 9110, section 9.3.1).
      const isOdd = /^(?:GET|HEAD)$/.test(request.method ?? "") && "transfer-encoding" in request.headers;
      if (isOdd) request.socket.destroy();
      else listener(request, response);
    },
  );
  server.timeout = SILENCE_MS;
  return server;
}
