/** One POST to addresses that were checked. No redirect is followed, and of the answer only its head is used. */
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { only, type ResolvedAddress } from "../../../network/checked-host.ts";

export interface Post {
  url: URL;
  addresses: readonly ResolvedAddress[];
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Ends the request, and the reading of its answer, wherever they are. */
  signal: AbortSignal;
}

export interface PostAnswer {
  status: number;
  retryAfter: string | undefined;
}

/** Read so that a receiver need not see its connection cut; the rest is not worth waiting for. Bytes. */
const MAX_ANSWER_BYTES = 16 * 1024;

/**
 * Resolves with the head of the answer.
 *
 * @throws when the request fails or is ended by its signal.
 */
export function post({ url, addresses, headers, body, signal }: Post): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    // Without an agent nobody gets a connection that was opened for somebody else.
    const request = send(url, { method: "POST", headers, signal, agent: false, lookup: only(addresses) });
    request.on("error", reject);
    request.on("response", (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      resolve({ status, retryAfter: answered["retry-after"] });
      discard(response);
    });
    request.end(body);
  });
}

function discard(response: IncomingMessage): void {
  let read = 0;
  response.on("error", () => undefined);
  response.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_ANSWER_BYTES) response.destroy();
  });
}
