/**
 * All requests that arrive in one read are handled before anybody else's, and what is answered waits in memory: 2,000 fit
 * into a read. No browser and no proxy sends one before the last was answered. RFC 9112, section 9.3.2.
 */
import { IncomingMessage, ServerResponse, type ServerOptions } from "node:http";
import type { Socket } from "node:net";

const MOST_AT_ONCE = 32;

const waiting = new WeakMap<Socket, number>();

function count(socket: Socket, change: 1 | -1): void {
  waiting.set(socket, (waiting.get(socket) ?? 0) + change);
}

/**
 * A connection is closed at the first request that is too many. Node closes at once, without a look at the rest of what it
 * read, only what asks for another protocol, so that such a request says it does.
 */
class LimitedRequest extends IncomingMessage {
  /** Node sets it, to what the client asks for and then to whether somebody listens: Vite does, in `npm run dev`. */
  asked = false;

  constructor(socket: Socket) {
    super(socket);
    count(socket, 1);
  }

  get upgrade(): boolean {
    return this.asked || (waiting.get(this.socket) ?? 0) > MOST_AT_ONCE;
  }

  set upgrade(asked: boolean) {
    this.asked = asked;
  }
}

class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(...given: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...given);
    this.once("close", () => count(this.req.socket, -1));
  }
}

/** For a server that answers at most so many requests of one connection that were sent in one go. */
export const PIPELINE_LIMIT = {
  IncomingMessage: LimitedRequest,
  ServerResponse: CountedResponse,
} satisfies ServerOptions;
