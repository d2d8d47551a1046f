/** Finds the site of this data, whether or not it runs, and administers its leads over HTTP with the secret key. */
import * as v from "valibot";
import * as admin from "../../contract/admin-operations.ts";
import { ADMIN_PATH } from "../../contract/routes.ts";
import { StaleSchema } from "../../contract/history.ts";
import { reasonOf } from "../../contract/error-code.ts";
import type { Env } from "../../server/configuration/env.ts";
import { askForProof, PROOF_HEADER } from "../../server/http/secret-key.ts";
import { readAddress, loopbackOrigin } from "../../server/lifecycle/address-file.ts";
import { existsSync } from "node:fs";
import { siteManifest } from "../../server/rendering/site-folder.ts";

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
      const response = await fetch(new URL(`${ADMIN_PATH}/${name}`, origin), {
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
    if (status === 409) return v.parse(StaleSchema, json.output);
    if (status !== 200) return refusal(status, json.output);
    const answer = v.safeParse(admin.ADMIN_OPERATIONS[name].output, json.output);
    if (answer.success) return { kind: "ok", value: answer.output };
    return unavailable(`The server at ${origin} gave an answer that this version does not understand.`);
  }

  function refusal(status: number, json: unknown): admin.AdminUnavailable {
    if (status === 401) return unavailable(`The server at ${origin} does not take this secret key.`);
    const said = v.safeParse(Refusal, json);
    return unavailable(said.success ? said.output.message : `The server at ${origin} answered ${status}.`);
  }

  return admin.functionsOf<admin.LeadsAdmin>(admin.ADMIN_OPERATIONS, (name) => (input) => ask(name, input));
}

function unavailable(reason: string): admin.AdminUnavailable {
  return { kind: "unavailable", reason };
}

export function localOrigin({ dataDir, host, port }: Env): string {
  return readAddress(dataDir) ?? loopbackOrigin(host, port);
}

/** A local server answers at once; a slower one does not count. */
const LOCAL_PATIENCE_MS = 3_000;

/** Does not send the key: another program may listen there. @returns `other` for a server with another key */
export async function findServer(origin: string, secretKey: string | undefined) {
  const question = secretKey === undefined ? undefined : askForProof(secretKey);
  try {
    const alive = await fetch(new URL("/healthz", origin), {
      headers: question ? { [PROOF_HEADER]: question.header } : {},
      redirect: "error",
      signal: AbortSignal.timeout(LOCAL_PATIENCE_MS),
    });
    if (!alive.ok || !(await alive.text()).includes('"up"')) return "none";
    return question?.isProof(alive.headers.get(PROOF_HEADER) ?? "") ? "ours" : "other";
  } catch (error) {
    // Nothing listens, or another program does.
    if (error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError")) {
      return "none";
    }
    throw error;
  }
}

export async function siteOrigin(env: Env): Promise<string> {
  if (env.site.siteUrl !== undefined) return env.site.siteUrl;
  if (!existsSync(env.distDir)) return localOrigin(env);
  const { site, unconfigured } = await siteManifest(env);
  return unconfigured.includes("siteUrl") ? localOrigin(env) : site.siteUrl;
}
