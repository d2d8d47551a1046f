/** Starts real SMTP servers, which keep their mails and stop after the test. */

import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { callbackify } from "node:util";
import PostalMime from "postal-mime";
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from "smtp-server";
import { onTestFinished } from "vitest";
import type { SmtpServer } from "../../server/settings/values.ts";
import { listen } from "../machine/free-port.ts";

/** `greeting` is the host name that the site sends in EHLO. */
async function readMail(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
) {
  const { envelope, secure, user, hostNameAppearsAs: greeting } = session;
  const content = await buffer(stream);
  const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
  const to = envelope.rcptTo.map(({ address }) => address);
  const parsed = await PostalMime.parse(content);
  return {
    from,
    to,
    secure,
    greeting,
    user,
    raw: content.toString("utf8"),
    parsed,
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** @param tls `implicit` uses TLS from the first byte */
export async function startMailServer(
  tls: SmtpServer["tls"],
  options: SMTPServerOptions = {},
) {
  const mails: Awaited<ReturnType<typeof readMail>>[] = [];
  const sockets: Socket[] = [];
  const keep = async (...mail: Parameters<typeof readMail>) =>
    void mails.push(await readMail(...mail));
  const server = new SMTPServer({
    logger: false,
    secure: tls === "implicit",
    authOptional: true,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    closeTimeout: 1,
    ...(tls === "none" ? { disabledCommands: ["STARTTLS"] } : {}),
    onData: callbackify(keep),
    ...options,
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket) => sockets.push(socket));
  const port = await listen(server.server);
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return {
    mails,
    connections: () => sockets.length,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    settings: {
      host: "localhost",
      port,
      tls,
      auth: undefined,
    } satisfies SmtpServer,
  };
}
