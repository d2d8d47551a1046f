/** Sends mails over SMTP. Each mail gets one attempt here; the outbox makes further attempts. */
import { createTransport } from "nodemailer";
import type { ChannelSettings } from "../settings.ts";
import type { MailTransport } from "./compose.ts";
import { createMailFolder } from "./mail-folder.ts";
import { refused, retry, type SendResult } from "../outbox.ts";
import type { SmtpServer } from "../../settings/values.ts";
import { Readable } from "node:stream";
import * as v from "valibot";
import SMTPConnection from "nodemailer/lib/smtp-connection";

/** The longest times that the parts of an attempt may take, in milliseconds. */
const LIMITS = {
  /** The server's name is looked up and each of its addresses is tried within this time. */
  connection: 10_000,
  /** The server greets within this time. The start of TLS may take as long again. */
  greeting: 10_000,
  /** An open connection may carry no byte for this long. */
  socket: 20_000,
  /** The whole attempt ends within this time, which includes the wait for a free connection. */
  total: 60_000,
};
export type SmtpLimits = typeof LIMITS;

/** To a mail server, more connections at once look like an attack. */
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
    ...(credentials
      ? { auth: { user: credentials.user, pass: credentials.password } }
      : {}),
    connectionTimeout: limits.connection,
    dnsTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
  };
}

/** Without a mail server, mails are written into a folder. */
export function openTransport({
  smtp,
  mailFolder,
}: Pick<ChannelSettings, "smtp" | "mailFolder">) {
  return smtp ? createSmtpTransport(smtp) : createMailFolder(mailFolder);
}

export function createSmtpTransport(
  server: SmtpServer,
  limits = LIMITS,
): MailTransport {
  const transporter = createTransport({
    ...connectionOptions(server, limits),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    maxRequeues: 0,
  });
  const closing = new AbortController();
  return {
    async deliver(message) {
      const signal = AbortSignal.any([
        AbortSignal.timeout(limits.total),
        closing.signal,
      ]);
      try {
        const { rejectedErrors = [] } = await transporter.sendMail({
          ...message,
          signal,
        });
        // A mail that reached one recipient counts as sent, so that nobody gets it twice.
        const [firstRefusal] = rejectedErrors.map(resultOfFailure);
        if (!firstRefusal || !("reason" in firstRefusal))
          return { kind: "sent" };
        const refusedAddresses = `${rejectedErrors.length} of ${message.to.length} addresses`;
        return {
          kind: "sent",
          reason: `Not to ${refusedAddresses}: ${firstRefusal.reason}`,
        };
      } catch (error) {
        if (closing.signal.aborted)
          return retry("The attempt was cut off by a shutdown.");
        return resultOfFailure(error);
      }
    },

    async close() {
      closing.abort();
      transporter.close({ force: true });
    },
  };
}

/** Asks whether the server accepts both addresses. Nothing is sent: `sent` means accepted. */
export async function checkSender(
  server: SmtpServer,
  from: string,
  to: string,
) {
  const options = connectionOptions(server);
  const connection = new SMTPConnection(options);
  let isAccepted = false;
  const noMail = new Readable({
    // nodemailer reads the mail after both addresses are accepted. This error ends the attempt.
    read() {
      isAccepted = true;
      this.destroy(new Error("There is no mail."));
    },
  });
  // nodemailer reports a lost connection only by this event, and then never calls `login` back.
  const lost = Promise.withResolvers<never>();
  connection.on("error", lost.reject);
  const untilDone = (start: (done: (error?: Error | null) => void) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    start((error) => (error ? reject(error) : resolve()));
    return Promise.race([promise, lost.promise]);
  };
  try {
    await untilDone((done) => connection.connect(done));
    const { auth } = options;
    if (auth)
      await untilDone((done) => connection.login({ credentials: auth }, done));
    await untilDone((done) =>
      connection.send({ from, to: [to] }, noMail, done),
    );
    return { kind: "sent" };
  } catch (error) {
    return isAccepted ? { kind: "sent" } : resultOfFailure(error);
  } finally {
    connection.close();
  }
}

/** Quotes only an answer's codes (RFC 5321, 3463), since its words may contain an address. */
function resultOfFailure(error: unknown): SendResult {
  const failure = readFailure(error);
  if (!failure) throw error;
  const { code, originalCode, command, status, codes, hasAnswer } = failure;
  // ETLS is nodemailer's code for a failed STARTTLS. `originalCode` is Node's or OpenSSL's.
  if (code === "ETLS" || /CERT|SSL|TLS|ISSUER/.test(originalCode))
    return retry(
      `No secure connection to the mail server${inBrackets(originalCode)}. Check SMTP_URL.`,
    );
  if (
    ["EAUTH", "ENOAUTH"].includes(code) ||
    [530, 534, 535, 538].includes(status)
  )
    return retry(
      `The mail server refused the sign-in${inBrackets(codes)}. Check SMTP_URL.`,
    );
  // 503 says that commands came in a wrong order, not that the server refused the mail.
  if (status >= 500 && status < 600 && status !== 503) {
    if (command === "RCPT TO")
      return refused(`The mail server refused the recipient (${codes}).`);
    if (command === "MAIL FROM")
      return retry(
        `The mail server refused the sender (${codes}). Check MAIL_FROM.`,
      );
    if (command === "DATA")
      return refused(`The mail server refused the mail (${codes}).`);
  }
  if (status >= 400)
    return retry(`The mail server could not take the mail (${codes}).`);
  // With an answer, EENVELOPE and EMESSAGE only say that nodemailer did not expect that answer.
  if (["EENVELOPE", "EMESSAGE"].includes(code) && !hasAnswer)
    return refused("The mail cannot be sent to this address or is too large.");
  if (code === "EABORT") return retry("The mail server took too long.");
  if (code === "ETIMEDOUT")
    return retry("The mail server did not answer in time.");
  return retry(
    `The connection to the mail server failed (${originalCode || code}).`,
  );
}

const inBrackets = (codes: string): string =>
  codes === "" ? "" : ` (${codes})`;

const optional = v.optional(v.string(), "");
const Failure = v.object({
  code: v.string(),
  originalCode: optional,
  command: optional,
  response: optional,
});

function readFailure(error: unknown) {
  const failure = v.safeParse(Failure, error);
  if (!failure.success) return undefined;
  const { response } = failure.output;
  // A status of three digits, and the enhanced code that may follow: `550 5.1.1` or `550-5.1.1`.
  const [codes = "", digits = ""] =
    /^([2-5]\d\d)(?:[ -][2-5]\.\d{1,3}\.\d{1,3}\b)?/.exec(response) ?? [];
  return {
    ...failure.output,
    status: Number(digits),
    /** The codes of the answer, like `550 5.1.1`. */
    codes: codes.replace("-", " "),
    hasAnswer: response !== "",
  };
}
