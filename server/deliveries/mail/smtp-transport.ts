/**
 * Sends mails over SMTP. Each mail gets one
 * attempt here; the outbox makes further attempts.
 */

import { createTransport } from "nodemailer";
import * as v from "valibot";
import { MINUTE_MS, SECOND_MS } from "../../../contract/durations.ts";
import type { SmtpServer } from "../../settings/values.ts";
import { refused, retry, type SendResult } from "../outbox.ts";
import type { ChannelSettings } from "../settings.ts";
import type { MailTransport } from "./compose.ts";
import { createMailFolder } from "./mail-folder.ts";

/** The longest times that the parts of an attempt may take, in milliseconds. */
const LIMITS = {
  /**
   * The name is looked up, each address is tried
   * and the server greets (RFC 5321, 4.5.3.2.1).
   */
  connectionTimeout: 5 * MINUTE_MS,
  /**
   * nodemailer cuts this to what is left of
   * `connectionTimeout`. The start of TLS may take as long.
   */
  greetingTimeout: 5 * MINUTE_MS,
  /**
   * The longest wait of RFC 5321, 4.5.3.2.6, and
   * nodemailer's own: for the answer to the text.
   */
  socketTimeout: 10 * MINUTE_MS,
  /**
   * Ends a server that drips. The waits of RFC
   * 5321, 4.5.3.2, for one mail add up to this.
   */
  total: 30 * MINUTE_MS,
};
export type SmtpLimits = typeof LIMITS;

/** An operator waits for the check of a server. */
const CHECK_LIMITS = {
  connectionTimeout: 30 * SECOND_MS,
  greetingTimeout: 30 * SECOND_MS,
  socketTimeout: 30 * SECOND_MS,
};

const connectionOptions = ({ tls, greeting, ...server }: SmtpServer) => ({
  ...server,
  name: greeting,
  secure: tls === "implicit",
  requireTLS: tls === "required",
  ignoreTLS: tls === "none",
});

/** Without a mail server, mails are written into a folder. */
export function openTransport({
  smtp,
  mailFolder,
}: Pick<ChannelSettings, "smtp" | "mailFolder">) {
  return smtp ? createSmtpTransport(smtp) : createMailFolder(mailFolder);
}

export function createSmtpTransport(
  server: SmtpServer,
  { total, ...waits } = LIMITS,
): MailTransport {
  const transporter = createTransport({
    ...connectionOptions(server),
    ...waits,
    pool: true,
    // The worker limits its mails, and a sign-in waits behind none of them.
    maxConnections: Infinity,
    maxRequeues: 0,
  });
  const closing = new AbortController();
  /** The ids of messages whose last byte was handed to the connection. */
  const wholeTexts = new Set<string>();
  transporter.use("stream", ({ message }, done) => {
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = () =>
      createReadStream().once("end", () => wholeTexts.add(message.messageId()));
    done();
  });
  return {
    async deliver(message) {
      const signal = AbortSignal.any([
        AbortSignal.timeout(total),
        closing.signal,
      ]);
      try {
        await transporter.sendMail({ ...message, signal });
        return { kind: "sent" };
      } catch (error) {
        const result = closing.signal.aborted
          ? retry("The attempt was cut off by a shutdown.")
          : resultOfFailure(error, server);
        // Without an answer to the whole text, the mail may have been taken.
        const isAnswered = (readFailure(error)?.status ?? 0) >= 400;
        return wholeTexts.has(message.messageId) && !isAnswered
          ? { kind: "unconfirmed", reason: result.reason ?? "" }
          : result;
      } finally {
        wholeTexts.delete(message.messageId);
      }
    },

    async close() {
      closing.abort();
      transporter.close({ force: true });
    },
  };
}

/**
 * Whether a mail server takes the connection and the sign-in. Nothing is sent.
 */
export async function checkServer(server: SmtpServer): Promise<SendResult> {
  const options = { ...connectionOptions(server), ...CHECK_LIMITS };
  const transporter = createTransport(options);
  try {
    await transporter.verify();
    return { kind: "sent" };
  } catch (error) {
    return resultOfFailure(error, server);
  } finally {
    transporter.close();
  }
}

/**
 * Quotes only an answer's codes (RFC 5321,
 * 3463), since its words may contain an address.
 */
function resultOfFailure(error: unknown, { auth }: SmtpServer): SendResult {
  const failure = readFailure(error);
  if (!failure) throw error;
  const { code, originalCode, command } = failure;
  const { status, codes, hasAnswer } = failure;
  // ETLS is nodemailer's code for a failed STARTTLS.
  // `originalCode` is Node's or OpenSSL's.
  if (code === "ETLS" || /CERT|SSL|TLS|ISSUER|SIGNATURE/.test(originalCode))
    return retry(
      `No secure connection to the mail server${inBrackets(originalCode)}. Check SMTP_URL.`,
    );
  const notTaken = `The mail server could not take the mail (${codes}).`;
  // Too many sign-ins, say, are no fault of SMTP_URL.
  if (status >= 400 && status < 500) return retry(notTaken);
  // Other codes about a sign-in answer AUTH,
  // and have nodemailer's code then (RFC 4954).
  if (["EAUTH", "ENOAUTH"].includes(code) || status === 530)
    return retry(
      `The mail server refused the sign-in${inBrackets(codes)}. Check SMTP_URL.`,
    );
  // 503 says that commands came in a wrong
  // order, not that the server refused the mail.
  if (status >= 500 && status !== 503) {
    if (command === "RCPT TO")
      return refused(
        asksSignIn(codes, auth)
          ? `The mail server sends nothing to this recipient (${codes}). Check the sign-in in SMTP_URL.`
          : `The mail server refused the recipient (${codes}).`,
      );
    if (command === "MAIL FROM")
      return retry(
        `The mail server refused the sender (${codes}). Check MAIL_FROM.`,
      );
    if (command === "DATA")
      return refused(
        `The mail server refused the mail (${codes}). Its log says why.`,
      );
  }
  if (status >= 400) return retry(notTaken);
  // With an answer, EENVELOPE and EMESSAGE only say
  // that nodemailer did not expect that answer.
  if (["EENVELOPE", "EMESSAGE"].includes(code) && !hasAnswer)
    return refused("The mail cannot be sent to this address or is too large.");
  if (code === "EABORT") return retry("The mail server took too long.");
  if (code === "ETIMEDOUT")
    return retry("The mail server did not answer in time.");
  return retry(
    `The connection to the mail server failed (${originalCode || code}).`,
  );
}

/**
 * Many servers ask for a sign-in only when they read the recipient:
 * with 5.7 (RFC 3463), or, like Exim, without such a code.
 */
const asksSignIn = (codes: string, auth: SmtpServer["auth"]): boolean =>
  codes.includes(" 5.7.") || (!auth && !codes.includes(" "));

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
  // A status of three digits, and the enhanced code
  // that may follow: `550 5.1.1` or `550-5.1.1`.
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
