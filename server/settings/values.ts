/**
 * Each message here completes a sentence that starts with the variable's name.
 */

import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import * as v from "valibot";
import { attempt } from "../../contract/attempt.ts";
import { withAsciiDomain } from "../../contract/lead/mailbox.ts";
import { isEmailAddress } from "../../contract/lead/validation.ts";
import { jsonText } from "../../contract/texts.ts";
import { messageOf } from "./error-code.ts";
import { OperatorError } from "./operator-error.ts";

export type EnvSource = Record<string, string | undefined>;

const MIN_KEY_LENGTH = 20;

/**
 * The suffix of variables whose value is the path
 * of a file, for secrets of Docker and systemd.
 */
export const IN_FILE = "_FILE";

/** Docker's `--env-file` and forms of hosts keep quotes around a value. */
const unquoted = (value = "") => value.trim().replace(/^(["'])(.*)\1$/, "$2");

/**
 * @throws {OperatorError} if the file that its `_FILE` variable names cannot be read
 */
export function readVariable(
  name: string,
  source: EnvSource,
): string | undefined {
  const value = unquoted(source[name]) || undefined;
  const file = unquoted(source[name + IN_FILE]) || undefined;
  if (file === undefined) return value;
  if (value)
    throw new OperatorError(
      `${name} is set, and so is ${name + IN_FILE}. Leave one out.`,
    );
  let content: string;
  try {
    content = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new OperatorError(
      `${name + IN_FILE} names a file that cannot be read: ${messageOf(error)}.`,
    );
  }
  if (content === "")
    throw new OperatorError(`${name + IN_FILE} names an empty file.`);
  return content;
}

/** The name of a setting's variable: `DATA_DIR` for `dataDir`. */
export const variableOf = (setting: string): string =>
  setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/**
 * An empty variable counts as not set. @throws
 * {OperatorError} for the first unusable variable
 */
export function readFrom<
  Schema extends v.ObjectSchema<v.ObjectEntries, undefined>,
>(schema: Schema, source: EnvSource): v.InferOutput<Schema> {
  const settings = Object.keys(schema.entries);
  const set = settings.map((setting) => [
    setting,
    readVariable(variableOf(setting), source),
  ]);
  const result = v.safeParse(schema, Object.fromEntries(set));
  if (result.success) return result.output;
  const [{ path, message }] = result.issues;
  throw new OperatorError(`${variableOf(String(path?.[0].key))} ${message}`);
}

export const whole = (min: number, max: number) =>
  v.message(
    v.pipe(
      v.string(),
      v.digits(),
      v.toNumber(),
      v.minValue(min),
      v.maxValue(max),
    ),
    ({ input }) =>
      `must be a whole number from ${min} to ${max}, but is "${String(input)}".`,
  );

/**
 * A key is sent in headers and written into
 * HTML, so its characters must need no escaping.
 */
export const key = v.pipe(
  v.string(),
  v.minLength(
    MIN_KEY_LENGTH,
    `must have at least ${MIN_KEY_LENGTH} characters.`,
  ),
  v.regex(
    /^[\w.~+/=-]+$/,
    "may only contain letters, digits and . _ ~ + / = -",
  ),
);

export const checked = (
  test: (text: string) => boolean,
  problem: v.ErrorMessage<v.CheckIssue<string>>,
) => v.pipe(v.string(), v.check(test, problem));

/**
 * Several values in one variable. @param problem
 * makes the message for the first wrong value
 */
export const each = (
  test: (text: string) => boolean,
  problem: (text: string) => string,
  separator = /,/,
) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(separator).map((item) => item.trim())),
    v.filterItems((item) => item !== ""),
    v.minLength(1, "lists nothing."),
    v.array(checked(test, ({ input }) => problem(input))),
  );

/**
 * A value that `parse` reads. @param problem
 * the message where `parse` returns undefined
 */
export const parsed = <Value>(
  parse: (text: string) => Value | undefined,
  problem: string,
) =>
  v.pipe(
    v.string(),
    v.transform(parse),
    v.custom<Value>((value) => value !== undefined, problem),
  );

export function namesDatabase(value: string): boolean {
  const { protocol = "", pathname = "" } = URL.parse(value) ?? {};
  return /^postgres(ql)?:$/.test(protocol) && pathname.length > 1;
}

export function isProxy(value: string): boolean {
  const isNamed = ["loopback", "linklocal", "uniquelocal"].includes(value);
  const isRange =
    ipaddr.IPv4.isValidCIDRFourPartDecimal(value) ||
    ipaddr.IPv6.isValidCIDR(value);
  return isNamed || isIP(value) > 0 || (isRange && !value.endsWith("/0"));
}

export function isPlainAddress(value: string): boolean {
  const {
    protocol = "",
    username,
    password,
    search,
    hash,
  } = URL.parse(value) ?? {};
  return (
    /^https?:$/.test(protocol) &&
    [username, password, search, hash].join("") === ""
  );
}

/**
 * Whether this is a secret of Standard Webhooks:
 * `whsec_` and 24 to 64 bytes in base64.
 */
export function isWebhookSecret(value: string): boolean {
  const bytes = Buffer.from(value.slice("whsec_".length), "base64");
  return (
    value === `whsec_${bytes.toString("base64")}` &&
    bytes.length >= 24 &&
    bytes.length <= 64
  );
}

/**
 * The role in a token (RFC 7519); `anon` for
 * a key that is no token or has no role.
 */
export function roleOf(value: string): string {
  const [, claims = ""] = value.split(".");
  const json = Buffer.from(claims, "base64url").toString("utf8");
  const token = v.safeParse(jsonText(v.object({ role: v.string() })), json);
  return token.success ? token.output.role : "anon";
}

const NAMED = /^(?<name>[^<>]*)<(?<address>[^<>]*)>$/;

/**
 * Reads `hello@example.com` or `Example <hello@example.com>`;
 * undefined for anything else.
 */
export function parseMailbox(text: string) {
  const { name = "", address = text } = NAMED.exec(text)?.groups ?? {};
  const shown = unquoted(name);
  // Environment values can contain line breaks.
  const ascii = withAsciiDomain(address.trim());
  if (/\p{Cc}/u.test(shown) || !isEmailAddress(ascii)) return undefined;
  return { name: shown, address: ascii };
}

export interface SmtpServer {
  host: string;
  port: number;
  /**
   * `required`: STARTTLS or no mail. `offered`: STARTTLS if the server has it.
   */
  tls: "implicit" | "required" | "offered" | "none";
  auth: { user: string; pass: string } | undefined;
  greeting?: string | undefined;
}

/**
 * The name for EHLO (RFC 5321, 4.1.1.1), since
 * some servers refuse nodemailer's `[127.0.0.1]`.
 */
export function greetingOf(siteUrl: string): string | undefined {
  const { hostname } = new URL(siteUrl);
  return hostname.includes(".") && isIP(hostname) === 0 ? hostname : undefined;
}

const SUBMISSIONS_PORT = 465;
const SUBMISSION_PORT = 587;

/**
 * Nodemailer's own reader would also take
 * options that skip the check of certificates.
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  const parts = [url?.hostname, url?.username, url?.password];
  const [host, user, pass] = parts.map((part = "") =>
    attempt(() => decodeURIComponent(part)),
  );
  const isPlain = url?.protocol === "smtp:" && url.search === "?tls=none";
  if (!url || !/^smtps?:\/?$/.test(url.protocol + url.pathname))
    return undefined;
  if ((url.search !== "" && !isPlain) || url.hash !== "") return undefined;
  if (!host || user === undefined || pass === undefined) return undefined;
  const isSmtps = url.protocol === "smtps:";
  const port =
    Number(url.port) || (isSmtps ? SUBMISSIONS_PORT : SUBMISSION_PORT);
  // Whatever the scheme says, port 465 begins with
  // TLS, and port 587 with STARTTLS (RFC 8314).
  const isImplicit =
    port === SUBMISSIONS_PORT || (isSmtps && port !== SUBMISSION_PORT);
  return {
    host: host.replace(/^\[(.*)\]$/, "$1"),
    port,
    tls: isImplicit ? "implicit" : startTlsWith(host, isPlain),
    auth: user === "" ? undefined : { user, pass },
  };
}

function startTlsWith(host: string, isPlain: boolean): SmtpServer["tls"] {
  if (isPlain) return "none";
  return /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(host)
    ? "offered"
    : "required";
}
