/**
 * Starts real HTTP servers, which keep the
 * events they receive and stop after the test.
 */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { listen } from "../machine/free-port.ts";
import { certificateFor, type Certificate } from "./certificate.ts";
import { trust } from "./trust.ts";

export interface ReceivedEvent {
  method: string | undefined;
  path: string | undefined;
  headers: Record<string, string>;
  body: string;
}

async function start(listener: RequestListener, certificate?: Certificate) {
  const server = certificate
    ? createSecureServer(certificate, listener)
    : createServer(listener);
  const port = await listen(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { server, port };
}

/** @returns the port */
export const serve = async (answer: RequestListener) =>
  (await start(answer)).port;

/** Serves with a certificate that this process trusts. @returns the origin */
export async function serveTls(answer: RequestListener): Promise<string> {
  const certificate = certificateFor("localhost");
  trust(certificate);
  return `https://localhost:${(await start(answer, certificate)).port}`;
}

/** @param answer responds to each event */
export async function startReceiver(
  answer: (response: ServerResponse, event: ReceivedEvent) => void,
  certificate?: Certificate,
) {
  const events: ReceivedEvent[] = [];
  const receive = async (
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [
      name,
      String(value),
    ]);
    const event: ReceivedEvent = {
      method: request.method,
      path: request.url,
      headers: Object.fromEntries(headers),
      body: await text(request),
    };
    events.push(event);
    answer(response, event);
  };
  const { server, port } = await start(
    (request, response) => void receive(request, response),
    certificate,
  );
  return {
    events,
    port,
    openConnections: promisify(server.getConnections.bind(server)),
  };
}
