/** `GET` and `HEAD`: shows the leads that the filters let through. */
import type { FastifyRequest } from "fastify";
import type { Store } from "../storage/operations.ts";
import type { AuthenticatedRequest } from "./auth.ts";
import { storeUnavailable, unsatisfiableRange } from "./errors.ts";
import { permissionDenied } from "./postgres-errors.ts";
import { parseQuery, parseSelect } from "./query.ts";
import { contentRange, negotiate, parsePrefer, render, type Answer } from "./representation.ts";

/**
 * Answers a read.
 *
 * @throws {RestError}
 */
export async function read(
  { headers, method, log }: FastifyRequest,
  { parameters, hasSecretKey }: AuthenticatedRequest,
  store: Pick<Store, "run">,
): Promise<Answer> {
  if (!hasSecretKey) throw permissionDenied(hasSecretKey);
  const { count, applied } = parsePrefer(headers["prefer"]);
  const type = negotiate(headers.accept);
  const selection = parseSelect(parameters.get("select"));
  // Source: RFC 9110, section 14.2: a range is for GET alone.
  const query = parseQuery(parameters, method === "GET" ? headers.range : undefined);

  const result = await store.run("read", { ...query, count });
  if (result.kind === "unavailable") {
    log.error({ reason: result.reason }, "leads could not be read");
    throw storeUnavailable();
  }
  const { rows, total } = result;
  const { offset } = query;
  if (total !== undefined && offset > total) {
    const details = `An offset of ${offset} was requested, but there are only ${total} rows.`;
    throw unsatisfiableRange(details, contentRange(offset, 0, total));
  }
  return {
    status: total !== undefined && rows.length < total ? 206 : 200,
    headers: { ...contentRange(offset, rows.length, total), ...applied, ...type.headers },
    body: render(rows, selection, type),
  };
}
