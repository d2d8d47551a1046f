/** The administration over HTTP, for the command line: JSON, and only for who has the secret key. No other site may call it. */
import { STORE_RETRY_SECONDS } from "../storage/availability.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GenericSchema } from "valibot";
import type { IsOwner } from "./secret-key.ts";
import type { LeadsAdmin, Result } from "../admin/leads-admin.ts";
import { ADMIN_PATH, ADMIN_PATHS } from "../admin/admin-paths.ts";
import * as asked from "./admin-requests.ts";

const ID = ":id";

export function registerAdmin(app: FastifyInstance, admin: LeadsAdmin, isOwner: IsOwner): void {
  app.register(
    async (routes) => {
      routes.addHook("onRequest", async (request, reply) => {
        reply.header("cache-control", "no-store");
        if (!isOwner(request)) return refuse(reply.header("www-authenticate", "Bearer"), 401, NO_KEY);
      });
      routes.setErrorHandler<FastifyError>((error, request, reply) => {
        const status = error.statusCode ?? 500;
        if (status < 500) return refuse(reply, status, "The request cannot be read.");
        request.log.error({ err: error }, "unexpected error");
        return refuse(reply, 500, "The server failed to answer. Its log says why.");
      });
      routes.setNotFoundHandler((_request, reply) => refuse(reply, 404, "There is nothing at this address."));

      get(ADMIN_PATHS.leads, asked.ListParameters, (query) => admin.list(query));
      get(ADMIN_PATHS.leadsAfter, asked.AfterParameters, (after) => admin.leadsAfter(after));
      get(ADMIN_PATHS.overview, asked.OverviewParameters, ({ days, timeZone }) =>
        admin.overview(days, timeZone),
      );
      get(ADMIN_PATHS.deliveries, asked.DeliveryParameters, ({ state, ...page }) =>
        admin.deliveries({ state, ...page }),
      );
      get(ADMIN_PATHS.health, asked.NoQuery, () => admin.health());
      routes.get(ADMIN_PATHS.lead(ID), (request, reply) => ofOne(request, reply, (id) => admin.lead(id)));
      routes.post(ADMIN_PATHS.answer(ID), (request, reply) =>
        ofOne(request, reply, (id) => admin.answer(id)),
      );
      routes.post(ADMIN_PATHS.reopen(ID), (request, reply) =>
        ofOne(request, reply, (id) => admin.reopen(id)),
      );
      post(ADMIN_PATHS.sendAgain, asked.SendAgainBody, (what) => admin.sendAgain(what));
      post(ADMIN_PATHS.remove, asked.RemoveBody, (which) => admin.remove(which));
      post(ADMIN_PATHS.test, asked.TestBody, ({ email }) => admin.test(email));
      routes.post(ADMIN_PATHS.notes(ID), (request, reply) => {
        const body = asked.readAs(asked.NoteBody, jsonOf(request));
        if (!body.ok) return refuse(reply, 400, body.message);
        return ofOne(request, reply, (id) => admin.note(id, body.value.text));
      });

      function get<Query, Value>(
        path: string,
        schema: GenericSchema<unknown, Query>,
        work: (query: Query) => Promise<Result<Value>>,
      ): void {
        routes.get(path, async (request, reply) => {
          const query = asked.readAs(schema, request.query);
          return query.ok ? answer(reply, await work(query.value)) : refuse(reply, 400, query.message);
        });
      }

      function post<Body, Value>(
        path: string,
        schema: GenericSchema<unknown, Body>,
        work: (body: Body) => Promise<Result<Value>>,
      ): void {
        routes.post(path, async (request, reply) => {
          const body = asked.readAs(schema, jsonOf(request));
          return body.ok ? answer(reply, await work(body.value)) : refuse(reply, 400, body.message);
        });
      }
    },
    { prefix: ADMIN_PATH },
  );
}

const NO_KEY = "This needs the secret key, as apikey or as bearer.";

async function ofOne<Value>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (id: string) => Promise<Result<Value>>,
): Promise<FastifyReply> {
  const part = asked.readAs(asked.IdPart, request.params);
  return part.ok ? answer(reply, await work(part.value.id)) : refuse(reply, 400, part.message);
}

function answer<Value>(reply: FastifyReply, result: Result<Value>): FastifyReply {
  if (result.kind === "ok") return send(reply, JSON.stringify(result.value));
  if (result.kind === "missing") return refuse(reply, 404, "There is no such thing.");
  return refuse(reply.header("retry-after", STORE_RETRY_SECONDS), 503, result.reason);
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return send(reply.code(status), JSON.stringify({ message }));
}

function send(reply: FastifyReply, json: string): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(json);
}

/** The body; undefined when it is none, or no JSON. */
function jsonOf({ body }: FastifyRequest): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString("utf8")) : undefined;
  } catch {
    return undefined;
  }
}
