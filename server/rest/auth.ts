/** Who is asking: the gateway's check of `apikey` and PostgREST's of the bearer. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Keys } from "../configuration/keys.ts";
import { invalidApiKey, invalidToken, noApiKey } from "./errors.ts";

/** `anonymous` inserts; `owner`, with the secret key, reads as well. */
export type Role = "anonymous" | "owner";

export type Authenticate = (credentials: Credentials) => Role;

export interface Credentials {
  /** The `apikey` header. */
  header: string | undefined;
  /** The `apikey` parameter. */
  parameter: string | undefined;
  authorization: string | undefined;
}

/**
 * The check for a pair of keys. The header goes before the parameter. The secret key is not taken from a
 * parameter: addresses end up in logs and histories.
 *
 * @throws {RestError} from the check: 401.
 */
export function createAuthenticate({ publicKey, secretKey }: Keys): Authenticate {
  const publicDigest = digest(publicKey);
  const secretDigest = digest(secretKey);
  return ({ header, parameter, authorization }) => {
    const apiKey = header ?? parameter;
    if (apiKey === undefined || apiKey === "") throw noApiKey();
    const given = digest(apiKey);
    const isPublic = timingSafeEqual(given, publicDigest);
    const isSecret = timingSafeEqual(given, secretDigest) && header !== undefined;
    if (!isPublic && !isSecret) throw invalidApiKey();
    checkBearer(authorization, given);
    return isSecret ? "owner" : "anonymous";
  };
}

/** The bearer says the same as the key, or it is a token, and no token was ever given out here. */
function checkBearer(authorization: string | undefined, apiKeyDigest: Buffer): void {
  const token = /^bearer(?:\s+(.*))?$/i.exec(authorization ?? "");
  if (!token) return;
  const bearer = token[1]?.trim() ?? "";
  if (timingSafeEqual(digest(bearer), apiKeyDigest)) return;
  if (bearer === "") throw invalidToken("Empty JWT is sent in Authorization header");
  const [header = "", ...others] = bearer.split(".");
  if (others.length !== 2) throw invalidToken(`Expected 3 parts in JWT; got ${others.length + 1}`);
  const algorithm = algorithmOf(header);
  if (algorithm === undefined) throw invalidToken("JWT cryptographic operation failed");
  if (algorithm === "none") {
    const details = "JWT is unsecured but expected 'alg' was not 'none'";
    throw invalidToken("Wrong or unsupported encoding algorithm", details);
  }
  throw invalidToken("No suitable key or wrong key type", "None of the keys was able to decode the JWT");
}

/** The `alg` of a token's header (RFC 7515, section 4.1.1); undefined when the text is no header. */
function algorithmOf(header: string): unknown {
  try {
    const json: unknown = JSON.parse(Buffer.from(header, "base64url").toString("utf8"));
    return typeof json === "object" && json !== null && "alg" in json ? json.alg : undefined;
  } catch {
    return undefined;
  }
}

/** Digests have one length, so that comparing them takes the same time for every guess. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
