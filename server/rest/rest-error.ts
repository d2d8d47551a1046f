/** An error of the wire: thrown by whatever reads the request, answered at one place. */
import type { WireError } from "../../contract/wire.ts";

/** The gateway before PostgREST answers with these two and nothing else. */
export interface GatewayError {
  message: string;
  hint: string;
}

export const NOT_IMPLEMENTED = "PGRST127";

/** An answer that is an error. `headers` has the ones that it has besides its type. */
export class RestError extends Error {
  readonly status: number;
  readonly body: WireError | GatewayError;
  readonly headers: Record<string, string>;

  constructor(status: number, body: WireError | GatewayError, headers: Record<string, string> = {}) {
    super(body.message);
    this.name = "RestError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  /** Whether PostgREST finds it in the request itself, before PostgreSQL hears of it. What only we lack it does not. */
  get isProtocol(): boolean {
    return "code" in this.body && this.body.code.startsWith("PGRST") && this.body.code !== NOT_IMPLEMENTED;
  }
}

interface More {
  details?: string | null;
  hint?: string | null;
  headers?: Record<string, string>;
}

/** An error with all that PostgREST says of one. */
export function restError(status: number, code: string, message: string, more: More = {}): RestError {
  const { details = null, hint = null, headers = {} } = more;
  return new RestError(
    status,
    { code, message, details, hint },
    { ...headers, "proxy-status": `PostgREST; error=${code}` },
  );
}
