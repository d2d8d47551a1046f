/** Stands between two programs, and can fall silent: connections stay open and nothing comes, as when a cable is cut. */
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface Relay {
  port: number;
  /** The port of this machine to which it leads. */
  target: number;
  fallSilent: () => void;
  /** To those that connect from now on. What fell silent stays so. */
  speak: () => void;
  /** From now on it leads there. */
  leadTo: (port: number) => void;
}

export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (isSilent) return;
    const far = keep(connect(relay.target, "127.0.0.1"));
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The relay listens on no port.");
  const relay: Relay = {
    port: address.port,
    target,
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    speak: () => void (isSilent = false),
    leadTo: (port) => void (relay.target = port),
  };
  return relay;
}
