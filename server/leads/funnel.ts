/** Counts visits in memory, without addresses, and adds them to the store. Visitors can opt out. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  isKnownSource,
  MAX_SOURCES,
  NAMED_FROM_VISITS,
  OTHER,
  sourceOf,
  STEPS,
  sumOf,
} from "../../contract/funnel.ts";
import type { SourceFigures, Step } from "../../contract/funnel.ts";
import { STEPS_PATH } from "../../contract/routes.ts";
import { latestDays } from "./days.ts";
import { readVisit, seenInHeader, type SeenVisit } from "./read-visit.ts";
import type { Database } from "../store/database.ts";
import type { Limits } from "../http/rate-limit.ts";
import { isCrossSite } from "../http/forms.ts";
import { addSteps } from "./funnel-statements.ts";

export type CountStep = (request: FastifyRequest, step: Step, seen: SeenVisit) => void;

type FunnelCounter = ReturnType<typeof createFunnelCounter>;

interface FunnelParts {
  store: Database;
  timeZone: string;
  now: () => number;
}

/** The longest address and referrer that a page sends. */
const MAX_BYTES = 4_096;
const EVERY_MS = 5_000;

const MOST_NAMED = 10 * MAX_SOURCES;

export function createFunnelCounter({ store, timeZone, now }: FunnelParts) {
  const waiting = new Map<string, SourceFigures>();
  /** Unknown names, each with its visits. */
  const named = new Map<string, number>();

  const of = (source: string) => waiting.getOrInsertComputed(source, () => sumOf(source, []));

  /** The name, once it is known or several visits had it, so that no person's name gets into the store. */
  function nameOf(name: string, step: Step): string {
    if (isKnownSource(name)) return name;
    if (!named.has(name) && named.size >= MOST_NAMED) return OTHER;
    const visits = (named.get(name) ?? 0) + (step === "visits" ? 1 : 0);
    named.set(name, visits);
    return visits < NAMED_FROM_VISITS ? OTHER : name;
  }

  const count: CountStep = ({ headers }, step, seen) => {
    // Source: W3C Tracking Preference Expression; Global Privacy Control.
    if (headers["dnt"] === "1" || headers["sec-gpc"] === "1") return;
    of(nameOf(sourceOf(readVisit(seen, "").from), step))[step]++;
  };

  async function flush(): Promise<void> {
    const sources = [...waiting.values()];
    if (sources.length === 0) return;
    waiting.clear();
    // Too many names: forget the counts in memory. Names that reached five visits are already stored.
    if (named.size >= MOST_NAMED) named.clear();
    const [day = ""] = latestDays(1, timeZone, now()).names;
    const added = await addSteps(store, { day, sources });
    if (added.kind !== "unavailable") return;
    for (const row of sources) for (const step of STEPS) of(row.source)[step] += row[step];
  }

  return { count, flush };
}

interface StepsParts {
  funnel: FunnelCounter;
  siteUrl: string;
  limits: Pick<Limits, "fromPages">;
}

export async function steps(app: FastifyInstance, { funnel, siteUrl, limits }: StepsParts) {
  const report = (error: unknown) => app.log.error({ err: error }, "visits could not be counted");
  const timer = setInterval(() => {
    funnel.flush().catch(report);
  }, EVERY_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await funnel.flush().catch(report);
  });

  // These requests are many and alike: one line for each would fill the log.
  app.post(STEPS_PATH, { bodyLimit: MAX_BYTES, logLevel: "silent" }, async (request, reply) => {
    const seen = seenInHeader(Buffer.isBuffer(request.body) ? request.body.toString() : "");
    const step = STEPS.find((known) => known === seen.consent && known !== "sent");
    if (isCrossSite(request, siteUrl)) return reply.code(403).send();
    if ((await limits.fromPages(request.ip)).kind !== "taken") return reply.code(429).send();
    if (!step) return reply.code(400).send();
    funnel.count(request, step, seen);
    return reply.code(204).send();
  });
}
