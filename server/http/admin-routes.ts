/**
 * The administration over HTTP, for the command line: each operation is an address that is posted JSON and answers JSON,
 * only for who has the secret key. No other site may call it.
 */
import { STORE_RETRY_SECONDS } from "../storage/availability.ts";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import type { GenericSchema } from "valibot";
import type { IsOwner } from "./secret-key.ts";
import { ADMIN_PATH, type LeadsAdmin, type Operation, type Result } from "../admin/leads-admin.ts";
import * as asked from "./admin-requests.ts";

const NO_KEY = "This needs the secret key, as apikey or as bearer.";

export function registerAdmin(app: FastifyInstance, admin: LeadsAdmin, isOwner: IsOwner): void {
  const operations: Record<Operation, ReturnType<typeof on>> = {
    list: on(asked.List, (query) => admin.list(query)),
    overview: on(asked.Overview, ({ days, timeZone }) => admin.overview(days, timeZone)),
    funnel: on(asked.Overview, ({ days, timeZone }) => admin.funnel(days, timeZone)),
    lead: on(asked.One, ({ id }) => admin.lead(id)),
    leadsAfter: on(asked.After, (after) => admin.leadsAfter(after)),
    deliveries: on(asked.Deliveries, ({ state, ...page }) => admin.deliveries({ state, ...page })),
    answer: on(asked.One, ({ id }) => admin.answer(id)),
    outcome: on(asked.Became, ({ id, outcome }) => admin.outcome(id, outcome)),
    reopen: on(asked.One, ({ id }) => admin.reopen(id)),
    note: on(asked.Note, ({ id, text }) => admin.note(id, text)),
    remove: on(asked.Remove, (which) => admin.remove(which)),
    sendAgain: on(asked.Again, (what) => admin.sendAgain(what)),
    test: on(asked.Test, ({ email }) => admin.test(email)),
    signIns: on(asked.Nothing, () => admin.signIns()),
    endSignIns: on(asked.Several, ({ ids }) => admin.endSignIns(ids)),
    health: on(asked.Nothing, () => admin.health()),
  };
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
      for (const [name, operation] of Object.entries(operations)) {
        routes.post(`/${name}`, async ({ body }, reply) => {
          const done = await operation(jsonOf(body));
          return done.ok ? answer(reply, done.value) : refuse(reply, 400, done.message);
        });
      }
    },
    { prefix: ADMIN_PATH },
  );
}

/** Reads what was asked for, and does it. */
function on<Asked>(schema: GenericSchema<unknown, Asked>, work: (given: Asked) => Promise<Result<unknown>>) {
  return async (body: unknown): Promise<asked.Read<Result<unknown>>> => {
    const given = asked.readAs(schema, body);
    return given.ok ? { ok: true, value: await work(given.value) } : given;
  };
}

function answer(reply: FastifyReply, result: Result<unknown>): FastifyReply {
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

/** Undefined when it is no JSON. */
function jsonOf(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString("utf8")) : undefined;
  } catch {
    return undefined;
  }
}
