/**
 * Measures the time to fill in a form: the
 * page gets a signed token, and sends it back.
 */
import { createHmac } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { HONEYPOT_FILLED } from "../../contract/http/rest-api.ts";
import { FORM_START_PATH } from "../../contract/http/routes.ts";
import type { Limits } from "../http/rate-limit.ts";
import { createIsKey } from "../http/secret-key.ts";
import type { FormTiming } from "./suspicion.ts";

export type FormTimer = ReturnType<typeof createFormTimer>;

export function createFormTimer(linkSecret: string, now: () => number) {
  const key = createHmac("sha256", linkSecret)
    .update("nightshift begun 1")
    .digest();
  const sign = (time: string) =>
    `${time}.${createHmac("sha256", key).update(time).digest("base64url")}`;

  /**
   * Milliseconds since the visitor began to type;
   * undefined for a forged token or future time.
   */
  function elapsedSince(token: string): number | undefined {
    const [time = ""] = token.split(".");
    const elapsed = now() - Number.parseInt(time, 36);
    return elapsed >= 0 && createIsKey(sign(time))(token) ? elapsed : undefined;
  }

  return {
    start: () => sign(now().toString(36)),
    /** @param header the token, perhaps after `HONEYPOT_FILLED` */
    read(header: string | string[] = ""): FormTiming {
      const parts = String(header).split(" ");
      const tookMs = elapsedSince(parts.at(-1) ?? "");
      return {
        tookMs,
        honeypotFilled: parts.includes(HONEYPOT_FILLED),
      };
    },
  };
}

export function registerFormStart(
  app: FastifyInstance,
  timer: FormTimer,
  limits: Pick<Limits, "fromPages">,
): void {
  app.get(FORM_START_PATH, { logLevel: "silent" }, async (request, reply) => {
    reply.header("cache-control", "no-store").type("text/plain; charset=utf-8");
    if ((await limits.fromPages(request.ip)).kind !== "granted")
      return reply.code(429).send();
    return reply.send(timer.start());
  });
}
