/**
 * The scheduling page: its open times, also as JSON, the form
 * that books a call, lost links, and the pages of calls.
 */

import type { FastifyInstance } from "fastify";
import { boardRoute, timesRoute } from "./board-route.ts";
import { type BookParts, bookRoute } from "./book-or-keep.ts";
import { callRoutes, type CallParts } from "./call-page.ts";
import { mailLink } from "./mail-link.ts";
import { hideTokens } from "./page-states.ts";

export async function scheduleRoutes(
  app: FastifyInstance,
  parts: BookParts & CallParts,
): Promise<void> {
  hideTokens(app);
  mailLink(app, parts);
  timesRoute(app, parts.schedule);
  boardRoute(app, parts);
  bookRoute(app, parts);
  callRoutes(app, parts);
}
