/** Authenticates requests: the gateway's check of `apikey` and PostgREST's of the bearer. */
import type { IncomingHttpHeaders } from "node:http";
import type { Keys } from "../configuration/secrets.ts";
import { createIsKey } from "../http/secret-key.ts";
import { invalidApiKey, invalidToken, noApiKey } from "./errors.ts";

export interface AuthenticatedRequest {
  parameters: URLSearchParams;
  /** Whether it has the secret key, which reads; the public key only inserts. */
  hasSecretKey: boolean;
}

export type Authenticate = (headers: IncomingHttpHeaders, url: string) => AuthenticatedRequest;

/** The secret key is not taken from the parameter: addresses end up in logs. @throws {RestError} from the check: 401 */
export function createAuthenticate({ publicKey, secretKey }: Keys): Authenticate {
  const isSecretKey = createIsKey(secretKey);
  return (headers, url) => {
    const parameters = new URLSearchParams(/\?.*/s.exec(url)?.[0]);
    const header = headers["apikey"]?.toString();
    const key = header ?? parameters.get("apikey") ?? "";
    if (key === "") throw noApiKey();
    // Every page has the public key, so the time of its comparison reveals nothing.
    const hasSecretKey = key !== publicKey;
    if (hasSecretKey && (header === undefined || !isSecretKey(key))) throw invalidApiKey();
    const bearer = /^bearer(?:\s+(.*))?$/is.exec(headers.authorization ?? "");
    // By now the client has shown that it knows the key.
    if (bearer && bearer[1]?.trim() !== key) throw invalidToken();
    parameters.delete("apikey");
    return { parameters, hasSecretKey };
  };
}
