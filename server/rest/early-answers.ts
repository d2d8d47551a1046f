/** Guards and answers before a route: keys, CORS, load shedding, malformed requests or addresses. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse, type IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isRestPath, REST_PATH } from "../../contract/routes.ts";
import type { Messages } from "../../contract/messages.ts";
import { FORM_TIMING_HEADER } from "../../contract/form-timing.ts";
import { IDEMPOTENCY_HEADER, SOURCE_HEADER } from "../../contract/rest-api.ts";
import type { Histogram } from "../http/monitoring.ts";
import type { SendErrorPage } from "../http/pages.ts";
import { identify, logRequest } from "../http/request-hooks.ts";
import { FULL_RETRY_SECONDS, type LoadShedding } from "../leads/submit-lead.ts";
import * as errors from "./errors.ts";

interface EarlyAnswerParts {
  baseHeaders: Record<string, string>;
  messages: Messages;
  /** Origins that may call the REST API from a browser; undefined: every one. */
  corsOrigins: readonly string[] | undefined;
}

/** Clients that retry at once would take the thread's time from accepted leads. */
const REJECTION_DELAY_MS = 1_000;
/** Each delayed rejection holds a connection with its body; beyond this number, rejections are not delayed. */
const MAX_WAITING = 1_000;

/** Nine rejected requests cost as much as one accepted. @returns whether it was answered */
export function createRejectEarly(
  loadShedding: Pick<LoadShedding, "isFull">,
  { baseHeaders, messages, corsOrigins, times }: EarlyAnswerParts & { times: Histogram },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { status, headers, body } = errors.errorAnswer(errors.tooBusy(FULL_RETRY_SECONDS), messages);
  const always = { ...baseHeaders, ...headers, "cache-control": "no-store" };
  let waiting = 0;
  return ({ method, url = "", headers: { origin } }, response) => {
    if (method !== "POST" || !isRestPath(url) || !loadShedding.isFull()) return false;
    const begin = performance.now();
    const reject = () => {
      response.writeHead(status, { ...always, ...corsHeaders(origin, corsOrigins) }).end(body);
      const seconds = (performance.now() - begin) / 1000;
      times.observe({ method: "POST", route: `${REST_PATH}/*`, status: String(status) }, seconds);
    };
    if (waiting === MAX_WAITING) reject();
    else {
      waiting++;
      setTimeout(() => {
        waiting--;
        reject();
      }, REJECTION_DELAY_MS);
    }
    return true;
  };
}

interface ClientError {
  code?: string;
  /** The bytes that could not be read. */
  rawPacket?: unknown;
}

const STATUS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_INVALID_METHOD: 405,
};

/** Answers on the bare connection, and closes it. A method that Node's parser does not know is one case. */
export function createAnswerClientError({ baseHeaders, messages, corsOrigins }: EarlyAnswerParts) {
  return ({ code = "", rawPacket }: ClientError, socket: Socket): void => {
    if (code === "ECONNRESET" || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const readable = Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1", 0, 2048) : "";
    const [, method = "", url = ""] = /^([!-~]{1,32}) (\S+) HTTP\/1\.[01]\r?\n/.exec(readable) ?? [];
    if (code === "HPE_INVALID_METHOD" && isRestPath(url)) {
      const { status, headers, body } = errors.errorAnswer(errors.unsupportedMethod(method), messages);
      const [, origin] = /\r\norigin:[ \t]*([!-~]+)[ \t]*\r\n/i.exec(readable) ?? [];
      return write(socket, status, { ...baseHeaders, ...headers, ...corsHeaders(origin, corsOrigins) }, body);
    }
    const status = STATUS[code] ?? 400;
    const headers = { ...baseHeaders, "content-type": "text/plain; charset=utf-8", allow: "GET, HEAD, POST" };
    write(socket, status, headers, `${status} ${STATUS_CODES[status]}\n`);
  };
}

function write(socket: Socket, status: number, headers: Record<string, string>, body: string): void {
  const lines = Object.entries({
    ...headers,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

/** An address that cannot be decoded reaches no route and no hook. */
export function createAnswerMalformed(
  { baseHeaders, messages, corsOrigins }: EarlyAnswerParts,
  sendErrorPage: SendErrorPage,
) {
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    identify(request, reply.code(400), baseHeaders);
    logRequest(request, reply, "malformed");
    if (!isRestPath(request.url)) return sendErrorPage(request, reply, 400);
    const { headers, body } = errors.errorAnswer(errors.invalidPath(), messages);
    return reply.headers({ ...headers, ...corsHeaders(request.headers.origin, corsOrigins) }).send(body);
  }
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    answer(request, reply).catch((error: unknown) => {
      request.log.error({ err: error }, "unexpected error");
      request.raw.destroy();
    });
  };
}

/**
 * The public key inserts, and there is no other. @returns the parameters without the key @throws {RestError} 401
 */
export function authenticate(headers: IncomingHttpHeaders, url: string, publicKey: string): URLSearchParams {
  const parameters = new URLSearchParams(/\?.*/s.exec(url)?.[0]);
  const key = headers["apikey"]?.toString() ?? parameters.get("apikey") ?? "";
  if (key === "") throw errors.noApiKey();
  // Every page has the public key, so the time of its comparison reveals nothing.
  if (key !== publicKey) throw errors.invalidApiKey();
  const bearer = /^bearer(?:\s+(.*))?$/is.exec(headers.authorization ?? "");
  if (bearer && bearer[1]?.trim() !== key) throw errors.invalidToken();
  parameters.delete("apikey");
  return parameters;
}

const METHODS = "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS";
const REQUEST_HEADERS = [
  "Authorization, apikey, Content-Type, Content-Profile, Accept-Profile, Prefer, Range, X-Client-Info",
  IDEMPOTENCY_HEADER,
  SOURCE_HEADER,
  FORM_TIMING_HEADER,
].join(", ");
const EXPOSED_HEADERS = "Content-Range, Preference-Applied, Proxy-Status, Retry-After, X-Request-Id";
const MAX_AGE_SECONDS = 24 * 60 * 60;

export function corsHeaders(origin: string | undefined, allowed: readonly string[] | undefined) {
  const headers = { "access-control-expose-headers": EXPOSED_HEADERS };
  if (allowed === undefined) return { ...headers, "access-control-allow-origin": "*" };
  const perOrigin = { ...headers, vary: "Origin" };
  if (origin === undefined || !allowed.includes(origin)) return perOrigin;
  return { ...perOrigin, "access-control-allow-origin": origin };
}

/** Comes before the check of the key: a preflight has none. Source: Fetch Standard, "CORS-preflight request". */
export function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .header("access-control-allow-methods", METHODS)
    .header("access-control-allow-headers", headers["access-control-request-headers"] ?? REQUEST_HEADERS)
    .header("access-control-max-age", MAX_AGE_SECONDS)
    .send();
}
