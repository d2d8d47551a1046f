/**
 * Counts what visits come to: in memory, added to the store every few seconds and at the end, as totals of a day and a
 * source. No address and no identifier is kept, and nobody is counted who asks not to be tracked.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  eachFigure,
  MAX_SOURCES,
  OTHER,
  sourceOf,
  STEPS,
  STEPS_PATH,
  sumOf,
  type Figures,
  type Step,
} from "../../contract/funnel.ts";
import { latestDays } from "../admin/days.ts";
import { readVisit, seenInHeader, type SeenVisit } from "../leads/read-visit.ts";
import type { AdminStore } from "../storage/admin-store.ts";
import { createRateLimit } from "./rate-limit.ts";
import { isCrossSite } from "./same-site.ts";

export type CountStep = (request: FastifyRequest, step: Step, seen: SeenVisit) => void;

export interface FunnelParts {
  /** Undefined: nothing is counted. */
  store: Pick<AdminStore, "addSteps"> | undefined;
  /** The public address. */
  siteUrl: string;
  /** Whether this machine itself has an address that is limited. */
  includeLoopback: boolean;
  /** IANA name, whose days are counted. */
  timeZone: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** What pages say in a minute, from one address and from all; the rest is not counted. */
const LIMITS = { perMinute: 60, totalPerMinute: 6_000 };
/** An address and its referrer, as long as a page sends them. */
const MAX_BYTES = 4_096;
const EVERY_MS = 5_000;

/** Takes steps from pages at {@link STEPS_PATH}. @returns what the server counts its own with. */
export function registerFunnel(app: FastifyInstance, parts: FunnelParts): CountStep {
  const { store, siteUrl, includeLoopback, timeZone, now } = parts;
  if (!store) return () => {};
  const takeTokens = createRateLimit({ ...LIMITS, includeLoopback }, now);
  const waiting = new Map<string, Figures>();

  function add(name: string, figures: Figures): void {
    const source = waiting.has(name) || waiting.size < MAX_SOURCES ? name : OTHER;
    waiting.set(source, sumOf([figures, waiting.get(source) ?? eachFigure(() => 0)]));
  }

  const count: CountStep = ({ headers }, step, seen) => {
    // Source: W3C Tracking Preference Expression; Global Privacy Control.
    if (headers["dnt"] === "1" || headers["sec-gpc"] === "1") return;
    add(
      sourceOf(readVisit(seen, "").from),
      eachFigure((name) => Number(name === step)),
    );
  };

  async function flush(): Promise<void> {
    const sources = Array.from(waiting, ([source, figures]) => ({ source, ...figures }));
    if (sources.length === 0) return;
    waiting.clear();
    const [day = ""] = latestDays(1, timeZone, now()).names;
    try {
      const added = await store?.addSteps({ day, sources });
      if (added?.kind === "unavailable") for (const { source, ...figures } of sources) add(source, figures);
    } catch (error) {
      app.log.error({ err: error }, "visits could not be counted");
    }
  }

  const timer = setInterval(() => void flush(), EVERY_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await flush();
  });

  // Many and alike: a line for each would be most of the log.
  app.post(STEPS_PATH, { bodyLimit: MAX_BYTES, logLevel: "silent" }, (request, reply) => {
    const seen = seenInHeader(Buffer.isBuffer(request.body) ? request.body.toString() : "");
    const step = STEPS.find((known) => known === seen.consent && known !== "sent");
    if (isCrossSite(request, siteUrl)) return reply.code(403).send();
    if (takeTokens(request.ip)) return reply.code(429).send();
    if (!step) return reply.code(400).send();
    count(request, step, seen);
    return reply.code(204).send();
  });
  return count;
}
