/** HTTP/2 requests to a proxy, like a browser's. */
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http2";
import { connect as connectSocket } from "node:net";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { PUBLIC_HOST, type Proxy } from "./proxy.ts";

/** Sends one request by HTTP/2 and verifies the certificate. @param from acts as one of several visitors */
export async function ask(
  { httpsPort, ca }: Proxy,
  { headers, body, from = "127.0.0.1" }: { headers: OutgoingHttpHeaders; body?: string; from?: string },
) {
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
