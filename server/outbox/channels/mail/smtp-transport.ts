/** Sends mails over SMTP, on connections that are kept for a while. Only the outbox retries. */
import { createTransport } from "nodemailer";
import type { MailTransport } from "./compose.ts";
import type { SendResult } from "../../channel.ts";
import { resultOfFailure } from "./smtp-failures.ts";
import type { SmtpServer } from "../../../configuration/mail-server.ts";
import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";

/** All in milliseconds. */
export interface SmtpLimits {
  /** Until the connection is open, including name lookup and all addresses. */
  connection: number;
  /** Until the server has greeted, and for the start of TLS. */
  greeting: number;
  /** Without a byte from the server. */
  socket: number;
  /** The whole attempt, including the wait for a free connection. */
  total: number;
}

const LIMITS: SmtpLimits = { connection: 10_000, greeting: 10_000, socket: 20_000, total: 60_000 };

/** More connections look like an attack to a mail server. */
const MAX_CONNECTIONS = 3;

function connectionOptions(server: SmtpServer, limits = LIMITS) {
  const { host, port, tls, credentials } = server;
  return {
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "required",
    ignoreTLS: tls === "none",
    ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
    connectionTimeout: limits.connection,
    dnsTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
  };
}

/** A mail that reached one recipient counts as sent: nobody gets it twice because another address was refused. */
function sentTo(recipients: number, refused: readonly Error[]): SendResult {
  const [first] = refused.map(resultOfFailure);
  if (!first || !("reason" in first)) return { kind: "sent" };
  return { kind: "sent", reason: `Not to ${refused.length} of ${recipients} addresses: ${first.reason}` };
}

export function createSmtpTransport(server: SmtpServer, limits: SmtpLimits = LIMITS): MailTransport {
  const transporter = createTransport({
    ...connectionOptions(server, limits),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: 0,
  });
  const closing = new AbortController();
  return {
    async deliver(message) {
      const signal = AbortSignal.any([AbortSignal.timeout(limits.total), closing.signal]);
      try {
        const { rejectedErrors = [] } = await transporter.sendMail({ ...message, signal });
        return sentTo(message.to.length, rejectedErrors);
      } catch (error) {
        if (closing.signal.aborted)
          return { kind: "retry", reason: "The attempt was cut off by a shutdown." };
        return resultOfFailure(error);
      }
    },

    async close() {
      closing.abort();
      transporter.close({ force: true });
    },
  };
}

/** Tries sender and recipient, which nodemailer's `verify` does not, then hangs up (RFC 5321, section 4.1.1.4). */
export async function checkSender(server: SmtpServer, from: string, to: string): Promise<SendResult> {
  const connection = new SMTPConnection(connectionOptions(server));
  let wanted = false;
  const mail = new Readable({
    read() {
      wanted = true;
      this.destroy(new Error("There is no mail."));
    },
  });
  const { auth } = connectionOptions(server);
  const step = (take: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => take((error) => (error ? reject(error) : resolve())));
  try {
    await step((done) => connection.once("error", done).connect(done));
    if (auth) await step((done) => connection.login({ credentials: auth }, done));
    await step((done) => connection.send({ from, to: [to] }, mail, done));
    return { kind: "sent" };
  } catch (error) {
    return wanted ? { kind: "sent" } : resultOfFailure(error);
  } finally {
    connection.close();
  }
}
