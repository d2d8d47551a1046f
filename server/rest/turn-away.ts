/**
 * What is said to leads while the intake is full: before the body is read and before the framework has made anything of
 * the request, so that nine that are turned away cost no more than one that is taken.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isRestPath } from "../../contract/wire.ts";
import { FULL_RETRY_SECONDS, type Intake } from "../leads/intake.ts";
import { corsHeaders } from "./cors.ts";
import { tooBusy } from "./errors.ts";
import { errorAnswer } from "./rest-error.ts";

/**
 * @param everywhere the headers of every answer.
 * @returns whether the request was answered.
 */
export function createTurnAway(
  intake: Intake,
  corsOrigins: readonly string[] | undefined,
  everywhere: Record<string, string>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { status, headers, body } = errorAnswer(tooBusy(FULL_RETRY_SECONDS));
  const always = { ...everywhere, ...headers, "cache-control": "no-store" };
  return ({ method, url = "", headers: { origin } }, response) => {
    if (method !== "POST" || !isRestPath(url) || !intake.isFull()) return false;
    response.writeHead(status, { ...always, ...corsHeaders(origin, corsOrigins) }).end(body);
    return true;
  };
}
