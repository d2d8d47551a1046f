/** The raw HTTP server: limits idle time, pipelined requests, headers, chunks and memory. */
import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { SECOND_MS } from "../../contract/durations.ts";
import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";

/** A slower client only occupies a connection. Milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

/** A connection without traffic for this long is cut off; longer than any other timeout. Milliseconds. */
const SILENCE_MS = 120_000;

/** Node handles all requests of one read at once. No browser pipelines (RFC 9112, section 9.3.2). */
const MOST_AT_ONCE = 8;

/**
 * Each piece of a body (a chunk, or the part in one packet) costs the thread some microseconds, and one read
 * has up to 11,000. A browser sends the largest body in fewer than 400. A connection may send this many
 * within a second.
 */
const MOST_PIECES = 1_000;

/**
 * All requests together that have not arrived in full. Beyond it, the connection of the oldest is closed: a visitor's
 * body arrives at once, and one that is still on its way belongs to a client that holds thousands of them.
 */
const MAX_UNFINISHED_BYTES = 64 * 1024 * 1024;
const REQUEST_BYTES = 32 * 1024;
/** Browsers and proxies send fewer than 40. Each takes about 120 bytes, even an empty one. */
const MAX_HEADERS = 128;

interface ConnectionUse {
  /** Requests without an answer. */
  waiting: number;
  /** In the second from `since` on, of all its requests: many with few pieces each take as long as one with many. */
  pieces: number;
  since: number;
}

const connections = new Map<Socket, ConnectionUse>();

function count(socket: Socket, change: 1 | -1): void {
  const connection = connections.get(socket);
  if (connection) connection.waiting += change;
}

function hasTooManyPieces(socket: Socket): boolean {
  const connection = connections.get(socket);
  if (!connection) return false;
  const now = performance.now();
  if (now - connection.since >= SECOND_MS) Object.assign(connection, { pieces: 0, since: now });
  return ++connection.pieces > MOST_PIECES;
}

/** Requests on their way, the oldest first, with their bytes so far. */
const unfinished = new Map<IncomingMessage, number>();
let unfinishedBytes = 0;

function forget(request: IncomingMessage): void {
  unfinishedBytes -= unfinished.get(request) ?? 0;
  unfinished.delete(request);
}

function remember(request: IncomingMessage, bytes: number): void {
  unfinishedBytes += bytes;
  unfinished.set(request, (unfinished.get(request) ?? 0) + bytes);
  for (const oldest of unfinished.keys()) {
    if (unfinishedBytes <= MAX_UNFINISHED_BYTES) return;
    forget(oldest);
    oldest.socket.destroy();
  }
}

/** Closes the connections without a request, or whose request has not arrived in full. */
export function giveUpUnfinished(): void {
  for (const [socket, { waiting }] of connections) if (waiting === 0) socket.destroy();
  for (const request of unfinished.keys()) request.socket.destroy();
}

/** Node closes a connection at once only for an upgrade, so the 9th pipelined request pretends to be one. */
class LimitedRequest extends IncomingMessage {
  /** Node sets this to the client's wish, and then to whether anybody listens: Vite does, in `npm run dev`. */
  upgradeRequested = false;

  constructor(socket: Socket) {
    super(socket);
    count(socket, 1);
  }

  get upgrade(): boolean {
    return this.upgradeRequested || (connections.get(this.socket)?.waiting ?? 0) > MOST_AT_ONCE;
  }

  set upgrade(upgradeRequested: boolean) {
    this.upgradeRequested = upgradeRequested;
  }

  override push(piece: Buffer | null): boolean {
    // The parser hands over what is left of the read, however much, after the connection was cut.
    if (this.socket.destroyed) return false;
    if (piece === null) forget(this);
    else if (hasTooManyPieces(this.socket)) {
      this.socket.destroy();
      return false;
    } else remember(this, piece.length);
    return super.push(piece);
  }
}

class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(...parameters: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...parameters);
    this.once("close", () => {
      count(this.req.socket, -1);
      forget(this.req);
    });
  }
}

function mayHaveHosts({ headersDistinct, httpVersion }: IncomingMessage): boolean {
  const hosts = headersDistinct["host"]?.length ?? 0;
  return hosts === 1 || (hosts === 0 && httpVersion !== "1.1");
}

export function createHttpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      IncomingMessage: LimitedRequest,
      ServerResponse: CountedResponse,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      // Node's default is every half minute.
      connectionsCheckingInterval: 1_000,
      // Longer than the minute for which proxies keep theirs.
      keepAliveTimeout: 72_000,
      // Node's own answer has no headers of ours.
      requireHostHeader: false,
    },
    (request, response) => {
      // The pieces of a GET's body are not counted; nobody sends any (RFC 9110, section 9.3.1).
      const isOdd = /^(?:GET|HEAD)$/.test(request.method ?? "") && "transfer-encoding" in request.headers;
      remember(request, REQUEST_BYTES);
      if (isOdd) request.socket.destroy();
      // Programs could take it for requests to different sites (RFC 9112, section 3.2).
      else if (!mayHaveHosts(request))
        server.emit("clientError", new Error("It has no host, or several."), request.socket);
      else listener(request, response);
    },
  );
  server.on("connection", (socket: Socket) => {
    connections.set(socket, { waiting: 0, pieces: 0, since: 0 });
    socket.once("close", () => connections.delete(socket));
    // Node waits for the rest of a request that asked for an upgrade.
    socket.once("end", () => {
      const isCutShort =
        socket.writable && [...unfinished.keys()].some((request) => request.socket === socket);
      if (isCutShort) server.emit("clientError", new Error("It ended early."), socket);
    });
  });
  // Expectations of another kind are ignored (RFC 9110, section 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.timeout = SILENCE_MS;
  server.maxHeadersCount = MAX_HEADERS;
  // A client that ends its side of the connection after its request still gets the answer.
  return Object.assign(server, { httpAllowHalfOpen: true });
}
