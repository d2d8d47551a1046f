/**
 * All requests that arrive in one read are handled before anybody else's, and what is answered waits in memory: 2,000 fit
 * into a read. No browser and no proxy sends one before the last was answered. RFC 9112, section 9.3.2.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const MOST_AT_ONCE = 32;

/** @returns whether a request is passed over: its connection had too many that wait, and is closed. */
export function createPipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const waiting = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: 1 | -1) => {
    const count = (waiting.get(socket) ?? 0) + change;
    waiting.set(socket, count);
    return count;
  };
  return ({ socket }, response) => {
    if (!socket.destroyed && add(socket, 1) > MOST_AT_ONCE) socket.destroy();
    if (socket.destroyed) return true;
    response.once("close", () => add(socket, -1));
    return false;
  };
}
