/** The mail server and the sender, in the form that an operator writes into a setting. */
import { isEmailAddress } from "../../contract/validation.ts";

export interface Mailbox {
  /** Empty: only the address is shown. */
  name: string;
  address: string;
}

const NAMED = /^(?<name>[^<>]*)<(?<address>[^<>]*)>$/;

/** Reads `hello@example.com` or `Example <hello@example.com>`; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const { name = "", address = text } = NAMED.exec(text)?.groups ?? {};
  const unquoted = name.trim().replace(/^"(.*)"$/, "$1");
  // Environment values can contain line breaks.
  if (/\p{Cc}/u.test(unquoted) || !isEmailAddress(address.trim())) return undefined;
  return { name: unquoted, address: address.trim() };
}

export interface SmtpServer {
  host: string;
  port: number;
  /** `required`: only after STARTTLS; `offered`: if the server has it. Certificates are always checked. */
  tls: "implicit" | "required" | "offered" | "none";
  credentials: { user: string; password: string } | undefined;
}

const SUBMISSIONS_PORT = 465;
const SUBMISSION_PORT = 587;

/**
 * Reads `smtps://user:password@host:465` or `smtp://user:password@host:587` (STARTTLS, required except on
 * this machine); `?tls=none` turns it off. Nodemailer reads such URLs too, but accepts every option, even one
 * that skips the check of the certificate.
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  const [host, user, password] = [url?.hostname, url?.username, url?.password].map(decode);
  const isPlain = url?.protocol === "smtp:" && url.search === "?tls=none";
  if (!url || !/^smtps?:\/?$/.test(url.protocol + url.pathname)) return undefined;
  if ((url.search !== "" && !isPlain) || url.hash !== "") return undefined;
  if (!host || user === undefined || password === undefined) return undefined;
  const isImplicit = url.protocol === "smtps:" || url.port === String(SUBMISSIONS_PORT);
  const isHere = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(host);
  return {
    host: host.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port) || (isImplicit ? SUBMISSIONS_PORT : SUBMISSION_PORT),
    // Port 465 always speaks TLS (RFC 8314), whatever the scheme says.
    tls: isImplicit ? "implicit" : isPlain ? "none" : isHere ? "offered" : "required",
    credentials: user === "" ? undefined : { user, password },
  };
}

function decode(text = ""): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
