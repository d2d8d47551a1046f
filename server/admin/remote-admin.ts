/** The leads administration of a server that runs, over HTTP with the secret key. */
import * as v from "valibot";
import { FunnelSchema } from "../../contract/funnel.ts";
import * as answers from "../../contract/leads-admin.ts";
import {
  ADMIN_PATH,
  type AdminUnavailable,
  type LeadsAdmin,
  type Operation,
  type Result,
} from "./leads-admin.ts";

export interface RemoteAdminOptions {
  /** Of the server, such as `http://127.0.0.1:3000`. */
  origin: string;
  secretKey: string;
  /** Milliseconds to wait for an answer. */
  patience?: number;
}

type AnswerSchema<Value> = v.GenericSchema<unknown, Value>;

const PATIENCE_MS = 20_000;

const Refusal = v.object({ message: v.string() });

export function createRemoteAdmin({
  origin,
  secretKey,
  patience = PATIENCE_MS,
}: RemoteAdminOptions): LeadsAdmin {
  const headers = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    "content-type": "application/json",
  };

  async function ask<Value>(
    operation: Operation,
    schema: AnswerSchema<Value>,
    asked: object = {},
  ): Promise<Result<Value>> {
    let status: number;
    let body: string;
    try {
      // A redirect would take the key elsewhere.
      const response = await fetch(new URL(`${ADMIN_PATH}/${operation}`, origin), {
        method: "POST",
        headers,
        body: JSON.stringify(asked),
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

  const { LeadDetailSchema } = answers;
  return {
    list: (query) => ask("list", answers.LeadListSchema, query),
    overview: (days, timeZone) => ask("overview", answers.LeadsOverviewSchema, { days, timeZone }),
    funnel: (days, timeZone) => ask("funnel", FunnelSchema, { days, timeZone }),
    lead: (id) => ask("lead", LeadDetailSchema, { id }),
    leadsAfter: (after) => ask("leadsAfter", v.array(LeadDetailSchema), after),
    deliveries: (query) => ask("deliveries", answers.DeliveryListSchema, query),
    answer: (id) => ask("answer", LeadDetailSchema, { id }),
    outcome: (id, outcome) => ask("outcome", LeadDetailSchema, { id, outcome }),
    reopen: (id) => ask("reopen", LeadDetailSchema, { id }),
    note: (id, text) => ask("note", answers.LeadNoteSchema, { id, text }),
    remove: (which) => ask("remove", answers.RemovedSchema, which),
    sendAgain: (what) => ask("sendAgain", v.array(v.string()), what),
    test: (email) => ask("test", LeadDetailSchema, { email }),
    signIns: () => ask("signIns", v.array(answers.SignInSchema)),
    endSignIns: (ids) => ask("endSignIns", v.number(), { ids }),
    health: () => ask("health", answers.HealthSchema),
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
