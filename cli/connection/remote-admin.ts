/** The leads administration of a running server, over HTTP with the secret key. */
import * as v from "valibot";
import * as admin from "../../contract/admin-operations.ts";
import { reasonOf } from "../../contract/error-code.ts";

type Server = Record<"origin" | "secretKey", string>;

const PATIENCE_MS = 20_000;

const Refusal = v.object({ message: v.string() });

export function createRemoteAdmin({ origin, secretKey }: Server): admin.LeadsAdmin {
  const headers = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    "content-type": "application/json",
  };

  async function ask<Name extends admin.Operation>(
    name: Name,
    input: admin.Input<Name>,
  ): Promise<admin.Result<admin.Output<Name>>> {
    let status: number;
    let body: string;
    try {
      // A redirect would take the key elsewhere.
      const response = await fetch(new URL(`${admin.ADMIN_PATH}/${name}`, origin), {
        method: "POST",
        headers,
        body: JSON.stringify(input),
        redirect: "error",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      status = response.status;
      body = await response.text();
    } catch (error) {
      return unavailable(`The server at ${origin} did not answer (${reasonOf(error)}).`);
    }
    if (status === 404) return { kind: "missing" };
    const json = v.safeParse(v.pipe(v.string(), v.parseJson()), body);
    if (status !== 200) return refusal(status, json.output);
    const answer = v.safeParse(admin.OPERATIONS[name].output, json.output);
    if (answer.success) return { kind: "ok", value: answer.output };
    return unavailable(`The server at ${origin} gave an answer that this version does not understand.`);
  }

  function refusal(status: number, json: unknown): admin.AdminUnavailable {
    if (status === 401) return unavailable(`The server at ${origin} does not take this secret key.`);
    const said = v.safeParse(Refusal, json);
    return unavailable(said.success ? said.output.message : `The server at ${origin} answered ${status}.`);
  }

  const operations = admin.functionsOf<admin.AdminOperations>(
    admin.OPERATIONS,
    (name) => (input) => ask(name, input),
  );
  return { ...operations, close: () => Promise.resolve() };
}

function unavailable(reason: string): admin.AdminUnavailable {
  return { kind: "unavailable", reason };
}
