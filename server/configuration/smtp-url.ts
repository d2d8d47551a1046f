/** The mail server as SMTP_URL names it. Credentials in a URL are percent-encoded. */

export interface SmtpServer {
  host: string;
  port: number;
  /**
   * `implicit`: from the first byte. `required`: after STARTTLS, or nothing is sent. `offered`: after STARTTLS when the
   * server has it. `none`: never. Wherever there is TLS, the certificate is checked.
   */
  tls: "implicit" | "required" | "offered" | "none";
  credentials: { user: string; password: string } | undefined;
}

const SUBMISSIONS_PORT = 465;
const SUBMISSION_PORT = 587;

/**
 * Reads `smtps://user:password@host:465` (TLS at once) or `smtp://user:password@host:587` (STARTTLS, which must be
 * there; on the way to this machine it may be missing). `?tls=none` does without, for a relay in a private network.
 *
 * @returns undefined when it is neither.
 */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const implicit = url.protocol === "smtps:";
  const host = decode(url.hostname)?.replace(/^\[(.*)\]$/, "$1");
  const user = decode(url.username);
  const password = decode(url.password);
  if (!implicit && url.protocol !== "smtp:") return undefined;
  if (!host || user === undefined || password === undefined) return undefined;
  if (!["", "/"].includes(url.pathname) || url.hash !== "") return undefined;
  const plain = url.search === "?tls=none";
  if ((url.search !== "" && !plain) || (plain && implicit)) return undefined;
  const port = url.port === "" ? (implicit ? SUBMISSIONS_PORT : SUBMISSION_PORT) : Number(url.port);
  return {
    host,
    port,
    // Nobody else than TLS answers on 465 (RFC 8314), whatever the scheme says.
    tls:
      implicit || port === SUBMISSIONS_PORT
        ? "implicit"
        : plain
          ? "none"
          : isHere(host)
            ? "offered"
            : "required",
    credentials: user === "" ? undefined : { user, password },
  };
}

function isHere(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
