/** A real HTTP server that receives webhooks, on its own port; it stops after the test. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Certificate } from "./certificate.ts";

export interface ReceivedEvent {
  method: string | undefined;
  path: string | undefined;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  events: ReceivedEvent[];
  port: number;
  open: () => number;
}

/** @param answer the response to a complete event */
export async function startReceiver(
  answer: (response: ServerResponse, event: ReceivedEvent) => void,
  certificate?: Certificate,
): Promise<Receiver> {
  const events: ReceivedEvent[] = [];
  const sockets = new Set<Socket>();
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const event: ReceivedEvent = {
      method: request.method,
      path: request.url,
      headers: Object.fromEntries(headers),
      body: await text(request),
    };
    events.push(event);
    answer(response, event);
  };
  const listener: RequestListener = (request, response) => void receive(request, response);
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The receiver listens on no port.");
  return { events, port: address.port, open: () => sockets.size };
}
