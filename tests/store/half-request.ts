/** A request whose second half is sent later, so that a server has work when it is told to stop. */
import { once } from "node:events";
import { connect } from "node:net";

const BODY = "{}";

export async function startRequest(port: number): Promise<{ finish: () => Promise<string> }> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  let answer = "";
  socket.on("data", (chunk: string) => (answer += chunk)).on("error", () => {});
  const closed = once(socket, "close");
  await once(socket, "connect");
  const length = Buffer.byteLength(BODY);
  // Two requests: when the first is answered, the server has begun to read the second.
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  socket.write(`POST /rest/v1/lead_submissions HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
  await once(socket, "data");
  const before = answer.length;
  return {
    async finish() {
      socket.write(BODY);
      await closed;
      return answer.slice(before);
    },
  };
}
