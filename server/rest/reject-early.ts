/**
 * What is said to leads while the loadShedding is full: before the body is read and before the framework has made anything of
 * the request, so that nine that are turned away cost no more than one that is taken. It is said a second later: those who
 * send again at once would take the thread's time from those who were taken.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isRestPath } from "../../contract/rest-api.ts";
import { FULL_RETRY_SECONDS, type LoadShedding } from "../leads/load-shedding.ts";
import { corsHeaders } from "./cors.ts";
import { tooBusy } from "./errors.ts";
import { errorAnswer } from "./rest-error.ts";

/** Milliseconds. */
const SAID_LATER_MS = 1_000;
/** Each holds a connection, and what has come of a body. It is said to more of them at once. */
const MOST_WAITING = 1_000;

/**
 * @param baseHeaders the headers of every answer.
 * @returns whether the request was answered.
 */
export function createRejectEarly(
  loadShedding: LoadShedding,
  corsOrigins: readonly string[] | undefined,
  baseHeaders: Record<string, string>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { status, headers, body } = errorAnswer(tooBusy(FULL_RETRY_SECONDS));
  let waiting = 0;
  const always = { ...baseHeaders, ...headers, "cache-control": "no-store" };
  return ({ method, url = "", headers: { origin } }, response) => {
    if (method !== "POST" || !isRestPath(url) || !loadShedding.isFull()) return false;
    const say = () =>
      response.writeHead(status, { ...always, ...corsHeaders(origin, corsOrigins) }).end(body);
    if (waiting === MOST_WAITING) say();
    else {
      waiting++;
      setTimeout(() => {
        waiting--;
        say();
      }, SAID_LATER_MS);
    }
    return true;
  };
}
