/** The two variables of a site without a server of its own: where it sends leads, and with which key. */
import { REST_PATH } from "../../contract/wire.ts";
import { EnvError, key, text, type EnvSource } from "./env-values.ts";

export interface StaticBackend {
  /** Where the REST area is, without a slash at the end. */
  apiUrl: string;
  /** Stands in every page. */
  apiKey: string;
}

/**
 * Reads `LEADS_API_URL` (the address of a Supabase project or of a server of ours; with a path, the REST area itself)
 * and `LEADS_API_KEY`.
 *
 * @throws {EnvError} naming the variable that is missing or cannot be used.
 */
export function parseStaticBackend(source: EnvSource): StaticBackend {
  return { apiUrl: apiUrl(source), apiKey: apiKey(source) };
}

function apiUrl(source: EnvSource): string {
  const variable = "LEADS_API_URL";
  const value = text(source, variable);
  if (value === undefined) throw missing(variable, "https://abcdefgh.supabase.co");
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== "") {
    throw new EnvError(variable, "must be an address like https://abcdefgh.supabase.co.");
  }
  if (url.protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)) {
    throw new EnvError(variable, "must start with https://, or what visitors type travels in the open.");
  }
  return url.origin + (url.pathname === "/" ? REST_PATH : url.pathname.replace(/\/+$/, ""));
}

function apiKey(source: EnvSource): string {
  const variable = "LEADS_API_KEY";
  const value = key(source, variable);
  if (value === undefined) throw missing(variable, "the public (anon or publishable) key");
  if (/^(sb|ns)_secret_/.test(value)) {
    throw new EnvError(
      variable,
      "is a secret key. Every visitor could read all leads with it: use the public key.",
    );
  }
  const role = roleOf(value);
  if (role !== undefined && role !== "anon") {
    throw new EnvError(
      variable,
      `is a token for the role ${role}. It stands in every page: use the one for anon.`,
    );
  }
  return value;
}

/** The role that a token (RFC 7519) names; undefined when the key is none. */
function roleOf(value: string): string | undefined {
  const [, claims] = value.split(".");
  if (claims === undefined) return undefined;
  try {
    const json: unknown = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
    return typeof json === "object" && json !== null && "role" in json ? String(json.role) : undefined;
  } catch {
    return undefined;
  }
}

function missing(variable: string, example: string): EnvError {
  return new EnvError(variable, `is not set. It is needed for a site without a server: ${example}.`);
}
