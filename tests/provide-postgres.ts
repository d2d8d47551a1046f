/**
 * Gives tests the PostgreSQL server of TEST_POSTGRES_URL,
 * or starts a private server if it can.
 */

import type { TestProject } from "vitest/node";
import { readTestSettings } from "../server/settings/env.ts";
import { findPostgres } from "./machine/postgres.ts";
import { startPrivateServer } from "./machine/private-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string | undefined;
    /**
     * The folder of PostgreSQL's programs,
     * for tests that need their own server.
     */
    postgresPrograms: string | undefined;
  }
}

export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const programs = findPostgres();
  const given = readTestSettings().testPostgresUrl;
  project.provide("postgresPrograms", programs);
  if (given !== undefined || programs === undefined) {
    project.provide("postgresUrl", given);
    return undefined;
  }
  const server = await startPrivateServer(programs);
  project.provide("postgresUrl", server.url);
  return () => server.remove();
}
