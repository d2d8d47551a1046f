/** Gives fast-check the seed of a run and prints it. Only nightly runs have a new seed. */
import { randomInt } from "node:crypto";
import type { TestProject } from "vitest/node";
import { readTestSettings } from "../server/settings/env.ts";

/** So many values of each property are tried in a nightly run. */
const NIGHTLY_RUNS = 2_000;

declare module "vitest" {
  interface ProvidedContext {
    /** For `fc.configureGlobal`. */
    properties: { seed: number; numRuns?: number };
  }
}

export default function setup(project: TestProject): void {
  const given = readTestSettings().testSeed;
  const seed = given === "random" ? randomInt(2 ** 31) : given;
  project.provide(
    "properties",
    given === "random" ? { seed, numRuns: NIGHTLY_RUNS } : { seed },
  );
  project.vitest.logger.log(`Properties start from TEST_SEED=${seed}`);
}
