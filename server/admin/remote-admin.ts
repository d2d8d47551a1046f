/** The leads administration of a server that runs, over HTTP with the secret key. */
import * as v from "valibot";
import * as answers from "../../contract/leads-admin.ts";
import type { LeadsAdmin, AdminUnavailable, Result } from "./leads-admin.ts";
import { ADMIN_PATH, ADMIN_PATHS } from "./admin-paths.ts";

export interface RemoteAdminOptions {
  /** Of the server, such as `http://127.0.0.1:3000`. */
  origin: string;
  secretKey: string;
  /** Milliseconds to wait for an answer. */
  patience?: number;
}

type AnswerSchema<Value> = v.GenericSchema<unknown, Value>;
type Parameters = Record<string, string | number | undefined>;

const PATIENCE_MS = 20_000;

const Refusal = v.object({ message: v.string() });

export function createRemoteAdmin({
  origin,
  secretKey,
  patience = PATIENCE_MS,
}: RemoteAdminOptions): LeadsAdmin {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };

  function get<Value>(
    schema: AnswerSchema<Value>,
    path: string,
    parameters: Parameters = {},
  ): Promise<Result<Value>> {
    const url = new URL(ADMIN_PATH + path, origin);
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    return ask(schema, url, { headers });
  }

  function post<Value>(schema: AnswerSchema<Value>, path: string, body: object = {}): Promise<Result<Value>> {
    return ask(schema, new URL(ADMIN_PATH + path, origin), {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  async function ask<Value>(
    schema: AnswerSchema<Value>,
    url: URL,
    init: RequestInit,
  ): Promise<Result<Value>> {
    let status: number;
    let body: string;
    try {
      // A redirect would take the key elsewhere.
      const response = await fetch(url, {
        ...init,
        redirect: "error",
        signal: AbortSignal.timeout(patience),
      });
      status = response.status;
      body = await response.text();
    } catch (error) {
      return unavailable(`The server at ${origin} did not answer (${causeOf(error)}).`);
    }
    if (status === 404) return { kind: "missing" };
    const json = v.safeParse(v.pipe(v.string(), v.parseJson()), body);
    if (status !== 200) return refusal(status, json.output);
    const answer = v.safeParse(schema, json.output);
    if (answer.success) return { kind: "ok", value: answer.output };
    return unavailable(`The server at ${origin} gave an answer that this version does not understand.`);
  }

  function refusal(status: number, json: unknown): AdminUnavailable {
    if (status === 401) return unavailable(`The server at ${origin} does not take this secret key.`);
    const said = v.safeParse(Refusal, json);
    return unavailable(said.success ? said.output.message : `The server at ${origin} answered ${status}.`);
  }

  return {
    list: ({ filter, search, page, size }) =>
      get(answers.LeadListSchema, ADMIN_PATHS.leads, { filter, search, page, size }),
    overview: (days, timeZone) => get(answers.LeadsOverviewSchema, ADMIN_PATHS.overview, { days, timeZone }),
    lead: (id) => get(answers.LeadDetailSchema, ADMIN_PATHS.lead(id)),
    leadsAfter: (after) => get(v.array(answers.LeadDetailSchema), ADMIN_PATHS.leadsAfter, { ...after }),
    deliveries: ({ state, page, size }) =>
      get(answers.DeliveryListSchema, ADMIN_PATHS.deliveries, { state, page, size }),
    answer: (id) => post(answers.LeadDetailSchema, ADMIN_PATHS.answer(id)),
    reopen: (id) => post(answers.LeadDetailSchema, ADMIN_PATHS.reopen(id)),
    note: (id, text) => post(answers.LeadNoteSchema, ADMIN_PATHS.notes(id), { text }),
    remove: (which) => post(answers.RemovedSchema, ADMIN_PATHS.remove, which),
    sendAgain: (what) => post(v.array(v.string()), ADMIN_PATHS.sendAgain, what),
    test: (email) => post(answers.LeadDetailSchema, ADMIN_PATHS.test, { email }),
    health: () => get(answers.HealthSchema, ADMIN_PATHS.health),
    close: () => Promise.resolve(),
  };
}

function unavailable(reason: string): AdminUnavailable {
  return { kind: "unavailable", reason };
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof Error ? cause.name : String(cause);
}
