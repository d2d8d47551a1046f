/** Maps failed SMTP attempts to results by code (RFC 5321, 3463); the text may contain an address. */
import { codeOf } from "../../../../contract/error-code.ts";
import type { SendResult } from "../../channel.ts";

const retry = (reason: string): SendResult => ({ kind: "retry", reason });
const refused = (reason: string): SendResult => ({ kind: "refused", reason });

/** @throws the error itself when it is not the transport's, but a fault in the program */
export function resultOfFailure(error: unknown): SendResult {
  const failure = readFailure(error);
  if (!failure) throw error;
  const { code, originalCode, command, status, answer } = failure;
  if (isTlsFault(code, originalCode)) {
    return retry(`No secure connection to the mail server${inBrackets(originalCode)}. Check SMTP_URL.`);
  }
  if (["EAUTH", "ENOAUTH"].includes(code) || [530, 534, 535, 538].includes(status)) {
    return retry(`The mail server refused the sign-in${inBrackets(answer)}. Check SMTP_URL.`);
  }
  if (isPermanent(status)) {
    if (command === "RCPT TO") return refused(`The mail server refused the recipient (${answer}).`);
    if (command === "MAIL FROM")
      return retry(`The mail server refused the sender (${answer}). Check MAIL_FROM.`);
    if (command === "DATA") return refused(`The mail server refused the mail (${answer}).`);
  }
  if (status >= 400) return retry(`The mail server could not take the mail (${answer}).`);
  if (["EENVELOPE", "EMESSAGE"].includes(code))
    return refused("The mail cannot be sent to this address or is too large.");
  if (code === "EABORT") return retry("The mail server took too long.");
  if (code === "ETIMEDOUT") return retry("The mail server did not answer in time.");
  return retry(`The connection to the mail server failed (${originalCode || code}).`);
}

/** 503 says that the conversation went wrong, not that the mail was refused. */
function isPermanent(status: number): boolean {
  return status >= 500 && status < 600 && status !== 503;
}

/** Names of Node's and OpenSSL's certificate errors; in STARTTLS nodemailer itself says so. */
function isTlsFault(code: string, originalCode: string): boolean {
  return code === "ETLS" || /CERT|SSL|TLS|ISSUER/.test(originalCode);
}

function inBrackets(answer: string): string {
  return answer === "" ? "" : ` (${answer})`;
}

function readFailure(error: unknown) {
  const code = codeOf(error);
  if (!(error instanceof Error) || code === undefined) return undefined;
  const text = (key: string) => {
    const value: unknown = Object.entries(error).find(([name]) => name === key)?.[1];
    return typeof value === "string" ? value : "";
  };
  const [answer = "", digits = ""] =
    /^([2-5]\d\d)(?:[ -][2-5]\.\d{1,3}\.\d{1,3}\b)?/.exec(text("response")) ?? [];
  return {
    code,
    originalCode: text("originalCode"),
    command: text("command"),
    status: Number(digits),
    /** `550 5.1.1`, as far as the server said so; empty: it said nothing. */
    answer: answer.replace("-", " "),
  };
}
