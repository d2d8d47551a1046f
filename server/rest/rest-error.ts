/** An error of the wire: thrown by whatever reads the request, answered at one place. */
import type { RestErrorBody } from "../../contract/rest-api.ts";

/** An answer that is an error. `headers` has the ones that it has besides its type. */
export class RestError extends Error {
  readonly status: number;
  readonly body: RestErrorBody;
  readonly headers: Record<string, string>;

  constructor(status: number, body: RestErrorBody, headers: Record<string, string>) {
    super(body.message);
    this.name = "RestError";
    this.status = status;
    this.body = body;
    this.headers = headers;
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
  const named = { "proxy-status": `PostgREST; error=${code}` };
  return new RestError(status, { code, message, details, hint }, { ...headers, ...named });
}

/** What is sent for an error. */
export function errorAnswer({ status, body, headers }: RestError) {
  const type = { "content-type": "application/json; charset=utf-8" };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}
