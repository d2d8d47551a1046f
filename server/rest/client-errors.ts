/**
 * Requests that are not HTTP enough to become a request: answered on the bare connection. A method that Node's
 * parser does not know is one of them, and under the wire it has its own answer.
 */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { isRestPath } from "../../contract/rest-api.ts";
import { corsHeaders } from "./cors.ts";
import { unsupportedMethod } from "./errors.ts";
import { errorAnswer } from "./rest-error.ts";

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

/**
 * Makes the answerer, which closes the connection too.
 *
 * @param corsOrigins those that may call the wire from a browser; undefined: every one.
 * @param baseHeaders the headers of every answer.
 */
export function createAnswerClientError(
  corsOrigins: readonly string[] | undefined,
  baseHeaders: Record<string, string>,
) {
  return ({ code = "", rawPacket }: ClientError, socket: Socket): void => {
    if (code === "ECONNRESET" || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const readable = Buffer.isBuffer(rawPacket) ? rawPacket.toString("latin1", 0, 2048) : "";
    const [, method = "", url = ""] = /^([!-~]{1,32}) (\S+) HTTP\/1\.[01]\r?\n/.exec(readable) ?? [];
    if (code === "HPE_INVALID_METHOD" && isRestPath(url)) {
      const { status, headers, body } = errorAnswer(unsupportedMethod(method));
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
