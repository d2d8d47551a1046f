/** The administration over HTTP, for the command line: JSON is posted, with the secret key. No other site may call it. */
import { STORE_RETRY_SECONDS } from "../storage/store.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { ADMIN_OPERATIONS, functionsOf } from "../../contract/admin-operations.ts";
import type { Operation, LeadsAdmin, Result } from "../../contract/admin-operations.ts";
import type { HasSecretKey } from "./secret-key.ts";

const NO_KEY = "This needs the secret key, as apikey or as bearer.";

export interface AdministrationOptions {
  admin: LeadsAdmin;
  hasSecretKey: HasSecretKey;
}

export async function administration(app: FastifyInstance, { admin, hasSecretKey }: AdministrationOptions) {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (!hasSecretKey(request)) return refuse(reply.header("www-authenticate", "Bearer"), 401, NO_KEY);
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return refuse(reply, status, "The request cannot be read.");
    request.log.error({ err: error }, "unexpected error");
    return refuse(reply, 500, "The server failed to answer. Its log says why.");
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, "There is nothing at this address."));
  const operations = functionsOf<Record<Operation, ReturnType<typeof on>>>(ADMIN_OPERATIONS, (name) =>
    on(admin, name),
  );
  for (const [name, handle] of Object.entries(operations)) app.post(`/${name}`, handle);
}

/** Parses the input and runs the operation. The error for a wrong input never shows its value. */
function on<Name extends Operation>(admin: Pick<LeadsAdmin, Name>, name: Name) {
  return async ({ body }: FastifyRequest, reply: FastifyReply) => {
    const parsed = v.safeParse(ADMIN_OPERATIONS[name].input, jsonOf(body));
    if (parsed.success) return answer(reply, await admin[name](parsed.output));
    const [issue] = parsed.issues;
    return refuse(reply, 400, `${v.getDotPath(issue) ?? "The body"} ${issue.message}.`);
  };
}

function answer(reply: FastifyReply, result: Result<unknown>): FastifyReply {
  if (result.kind === "ok") return send(reply, JSON.stringify(result.value));
  if (result.kind === "missing") return refuse(reply, 404, "Nothing has this id.");
  if (result.kind === "stale") return send(reply.code(409), JSON.stringify(result));
  return refuse(reply.header("retry-after", STORE_RETRY_SECONDS), 503, result.reason);
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return send(reply.code(status), JSON.stringify({ message }));
}

function send(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(json);
}

function jsonOf(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString("utf8")) : undefined;
  } catch {
    return undefined;
  }
}
