/**
 * How a form was filled, apart from what it says. The time since its first letter is told by our own clock: a page gets a
 * token of that moment, which nobody else can write, and sends it beside the lead. It holds nothing but the time. Without
 * one, or with one of another secret, nothing is known.
 */
import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { FORM_START_PATH, HONEYPOT_FILLED } from "../../contract/form-timing.ts";
import type { FormTiming } from "../leads/suspicion.ts";
import type { FunnelParts } from "./funnel.ts";
import { createRateLimit, FROM_PAGES, networksOf } from "./rate-limit.ts";
import { createIsKey } from "./secret-key.ts";
import { createTokenBuckets } from "./token-buckets.ts";

/** @param said the header, where a page sent one @param leads one, unless it is said; they count as sent from now on */
export type ReadFormTiming = (
  address: string,
  said: string | string[] | undefined,
  leads?: number,
) => FormTiming;

/** Leads of one address within an hour that are nothing special: a couple, an office. */
const FEW = 3;
const HOUR_MS = 60 * 60 * 1000;

/** Gives out tokens at {@link FORM_START_PATH}. @returns what reads them. */
export function registerFormTiming(
  app: FastifyInstance,
  { linkSecret, rateLimit, now }: Pick<FunnelParts, "rateLimit" | "now"> & { linkSecret: string },
): ReadFormTiming {
  const key = createHmac("sha256", linkSecret).update("nightshift begun 1").digest();
  const sign = (time: string) => `${time}.${createHmac("sha256", key).update(time).digest("base64url")}`;
  const takeTokens = createRateLimit({ ...rateLimit, ...FROM_PAGES }, now);
  const sent = createTokenBuckets(FEW, now, HOUR_MS);

  app.get(FORM_START_PATH, { logLevel: "silent" }, (request, reply) => {
    reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
    if (takeTokens(request.ip).kind !== "taken") return reply.code(429).send();
    return reply.send(sign(now().toString(36)));
  });

  function tookMs(token: string): number | undefined {
    const [time = ""] = token.split(".");
    const took = now() - Number.parseInt(time, 36);
    return took >= 0 && createIsKey(sign(time))(token) ? took : undefined;
  }

  return (address, said = "", leads = 1) => {
    const { home, isLoopback } = networksOf(address);
    const isCounted = rateLimit.includeLoopback || !isLoopback;
    const often = isCounted && sent.at(home).wait(leads) > 0;
    if (isCounted) sent.at(home).take(leads);
    const parts = String(said).split(" ");
    return { tookMs: tookMs(parts.at(-1) ?? ""), honeypotFilled: parts.includes(HONEYPOT_FILLED), often };
  };
}
