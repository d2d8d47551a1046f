/** HTTP/2 requests to a proxy, like a browser's. */
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http2";
import { connect as connectSocket } from "node:net";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { PUBLIC_HOST, type Proxy } from "../fakes/proxy.ts";

interface Question {
  headers: OutgoingHttpHeaders;
  body?: string;
  /** Local address of the request, to act as one of several visitors. */
  from?: string;
}

/** Sends one request by HTTP/2 and verifies the certificate. */
export async function ask(
  { httpsPort, ca }: Proxy,
  { headers, body, from = "127.0.0.1" }: Question,
): Promise<{ headers: IncomingHttpHeaders & { ":status"?: number }; body: string }> {
  const socket = connectSocket({ host: "127.0.0.1", port: httpsPort, localAddress: from });
  const session = connect(`https://${PUBLIC_HOST}`, {
    createConnection: () => connectTls({ socket, ca, servername: PUBLIC_HOST, ALPNProtocols: ["h2"] }),
  });
  try {
    const request = session.request(headers);
    request.end(body);
    const answered = new Promise<IncomingHttpHeaders & { ":status"?: number }>((resolve, reject) => {
      session.once("error", reject);
      request.once("error", reject).once("response", resolve);
    });
    return { headers: await answered, body: await text(request) };
  } finally {
    session.close();
  }
}
