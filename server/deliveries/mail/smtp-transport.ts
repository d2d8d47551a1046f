/** Sends mails over SMTP. Only the outbox retries. */
import { createTransport } from "nodemailer";
import type { MailTransport } from "./compose.ts";
import { refused, retry, type SendResult } from "../outbox.ts";
import type { SmtpServer } from "../../settings/values.ts";
import { Readable } from "node:stream";
import * as v from "valibot";
import SMTPConnection from "nodemailer/lib/smtp-connection";

/** Milliseconds. */
const LIMITS = {
  /** Until the connection is open, including name lookup and all addresses. */
  connection: 10_000,
  /** Until the server has greeted, and for the start of TLS. */
  greeting: 10_000,
  /** Without any byte on the connection. */
  socket: 20_000,
  /** The whole attempt, including the wait for a free connection. */
  total: 60_000,
};
export type SmtpLimits = typeof LIMITS;

/** More connections look like an attack to a mail server. */
const MAX_CONNECTIONS = 3;

function connectionOptions(server: SmtpServer, limits = LIMITS) {
  const { host, port, tls, credentials, greeting } = server;
  return {
    host,
    port,
    name: greeting,
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

export function createSmtpTransport(server: SmtpServer, limits = LIMITS): MailTransport {
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
        // A mail that reached one recipient counts as sent, so that nobody gets it twice.
        const [first] = rejectedErrors.map(resultOfFailure);
        if (!first || !("reason" in first)) return { kind: "sent" };
        const refusals = `${rejectedErrors.length} of ${message.to.length} addresses`;
        return { kind: "sent", reason: `Not to ${refusals}: ${first.reason}` };
      } catch (error) {
        if (closing.signal.aborted) return retry("The attempt was cut off by a shutdown.");
        return resultOfFailure(error);
      }
    },

    async close() {
      closing.abort();
      transporter.close({ force: true });
    },
  };
}

/** Tries both addresses, unlike nodemailer's `verify`. Sends no mail: `sent` means accepted. */
export async function checkSender(server: SmtpServer, from: string, to: string) {
  const options = connectionOptions(server);
  const connection = new SMTPConnection(options);
  let isAccepted = false;
  const noMail = new Readable({
    // nodemailer reads the mail once the server has accepted both; the error then hangs up.
    read() {
      isAccepted = true;
      this.destroy(new Error("There is no mail."));
    },
  });
  // nodemailer tells of a lost connection here, and not to `login`, which would wait forever.
  const lost = Promise.withResolvers<never>();
  connection.on("error", lost.reject);
  const step = (take: (done: (error?: Error | null) => void) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    take((error) => (error ? reject(error) : resolve()));
    return Promise.race([promise, lost.promise]);
  };
  try {
    await step((done) => connection.connect(done));
    const { auth } = options;
    if (auth) await step((done) => connection.login({ credentials: auth }, done));
    await step((done) => connection.send({ from, to: [to] }, noMail, done));
    return { kind: "sent" };
  } catch (error) {
    return isAccepted ? { kind: "sent" } : resultOfFailure(error);
  } finally {
    connection.close();
  }
}

/** Quotes only codes (RFC 5321, 3463), since a server's texts may have addresses. */
function resultOfFailure(error: unknown): SendResult {
  const failure = readFailure(error);
  if (!failure) throw error;
  const { code, originalCode, command, status, answer, answered } = failure;
  // Node and OpenSSL name the fault in `originalCode`. For STARTTLS, nodemailer has a `code`.
  if (code === "ETLS" || /CERT|SSL|TLS|ISSUER/.test(originalCode))
    return retry(`No secure connection to the mail server${inBrackets(originalCode)}. Check SMTP_URL.`);
  if (["EAUTH", "ENOAUTH"].includes(code) || [530, 534, 535, 538].includes(status))
    return retry(`The mail server refused the sign-in${inBrackets(answer)}. Check SMTP_URL.`);
  // 503 says that the conversation went wrong, not that the mail was refused.
  if (status >= 500 && status < 600 && status !== 503) {
    if (command === "RCPT TO") return refused(`The mail server refused the recipient (${answer}).`);
    if (command === "MAIL FROM")
      return retry(`The mail server refused the sender (${answer}). Check MAIL_FROM.`);
    if (command === "DATA") return refused(`The mail server refused the mail (${answer}).`);
  }
  if (status >= 400) return retry(`The mail server could not take the mail (${answer}).`);
  // nodemailer has these codes also for an unexpected answer, which is not a refusal.
  if (["EENVELOPE", "EMESSAGE"].includes(code) && !answered)
    return refused("The mail cannot be sent to this address or is too large.");
  if (code === "EABORT") return retry("The mail server took too long.");
  if (code === "ETIMEDOUT") return retry("The mail server did not answer in time.");
  return retry(`The connection to the mail server failed (${originalCode || code}).`);
}

const inBrackets = (answer: string): string => (answer === "" ? "" : ` (${answer})`);

const text = v.optional(v.string(), "");
const Failure = v.object({ code: v.string(), originalCode: text, command: text, response: text });

function readFailure(error: unknown) {
  const failure = v.safeParse(Failure, error);
  if (!failure.success) return undefined;
  const { response } = failure.output;
  const [answer = "", digits = ""] = /^([2-5]\d\d)(?:[ -][2-5]\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? [];
  return {
    ...failure.output,
    status: Number(digits),
    /** The server's codes, like `550 5.1.1`. */
    answer: answer.replace("-", " "),
    answered: response !== "",
  };
}
