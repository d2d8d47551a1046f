/** Requests that are not HTTP enough to become a request: answered on the bare connection, which is closed then. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

const STATUS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  // A method that Node's parser does not know.
  HPE_INVALID_METHOD: 405,
};

/** Makes the answerer. @param everywhere the headers of every answer. */
export function createAnswerClientError(everywhere: Record<string, string>) {
  return (error: { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUS[error.code ?? ""] ?? 400;
    const body = `${status} ${STATUS_CODES[status]}\n`;
    const headers = Object.entries({
      ...everywhere,
      "content-type": "text/plain; charset=utf-8",
      allow: "GET, HEAD, POST",
      "content-length": String(body.length),
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join("")}\r\n${body}`);
  };
}
