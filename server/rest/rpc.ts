/** Calls of functions, `/rpc/name`. There are none, and who calls one is told what was looked for. */
import type { FastifyRequest } from "fastify";
import { emptyOrInvalidJson, methodNotOfFunction, noFunction } from "./errors.ts";
import { isOperator, OPERATOR } from "./filters.ts";

const METHODS = ["GET", "HEAD", "POST"];

/** The error for a call: PGRST101, PGRST102 or PGRST202. PostgREST docs, "Functions as RPC". */
export function refuseCall(request: FastifyRequest, name: string, parameters: URLSearchParams) {
  const { method, body } = request;
  if (!METHODS.includes(method)) return methodNotOfFunction(method);
  if (method !== "POST") return noFunction(name, inAddress(parameters), false);
  const names = inBody(Buffer.isBuffer(body) ? body.toString("utf8") : "");
  return names === undefined ? emptyOrInvalidJson() : noFunction(name, names, true);
}

/** What has an operator is a filter of the result and no argument. */
function inAddress(parameters: URLSearchParams): string[] {
  const names = [...parameters].filter(([, text]) => {
    OPERATOR.lastIndex = 0;
    return !isOperator(OPERATOR.exec(text)?.[2] ?? "");
  });
  return sorted(names.map(([name]) => name));
}

function inBody(text: string): string[] | undefined {
  if (text === "") return [];
  try {
    const json: unknown = JSON.parse(text);
    return sorted(Object.keys(Object(json)));
  } catch {
    return undefined;
  }
}

function sorted(names: string[]): string[] {
  return [...new Set(names)].toSorted();
}
