/** Serves a call's page at a signed link, and the calendar files of calls. */
import type { FastifyInstance } from "fastify";
import type { BookingLine } from "../../contract/call/booking.ts";
import type { CallNews } from "../../contract/http/page.ts";
import { CALL_PATH } from "../../contract/http/routes.ts";
import { callFeed, registerCallFile, type FeedReaders } from "./call-files.ts";
import { changeCall } from "./change-call.ts";
import { isInstant } from "./offered-times.ts";
import {
  callState,
  isCallAt,
  phaseOf,
  sendCallPage,
  sendMoveBoard,
  withCall,
} from "./opened-call.ts";
import {
  hideTokens,
  postedFields,
  type PageQuery,
  type PagesParts,
} from "./page-states.ts";

export async function callRoutes(
  app: FastifyInstance,
  { team, ...parts }: PagesParts & { team: FeedReaders },
): Promise<void> {
  hideTokens(app);
  registerCallFile(app, parts);
  callFeed(app, parts, team);

  app.get(CALL_PATH, (request, reply) =>
    withCall(parts, request, reply, async (opened) => {
      const { call, query } = opened;
      // After a move, the browser's Back may ask for the time that the call already has.
      const asksForMove =
        query["move"] !== undefined && !isCallAt(call, query["at"]);
      if (asksForMove && phaseOf(opened) === "ahead")
        return sendMoveBoard(opened, 200, query);
      const state = await callState(opened, latestNews(query, call));
      return sendCallPage(opened, 200, state);
    }),
  );

  app.post(CALL_PATH, async (request, reply) => {
    const fields = postedFields(parts, request);
    if (typeof fields === "number")
      return parts.pages.sendError(request, reply, fields);
    return withCall(parts, request, reply, (opened) =>
      changeCall(opened, fields),
    );
  });
}

/** @param query `moved`: the former time of the call; `wanted`: a time that could not be booked */
function latestNews(
  { booked, moved, wanted = "" }: PageQuery,
  call: BookingLine,
): CallNews {
  // After the browser's Back, the address may name the time that the call has now.
  const isOtherTime = (at: string) => isInstant(at) && !isCallAt(call, at);
  if (moved !== undefined)
    return { kind: "moved", ...(isOtherTime(moved) && { from: moved }) };
  if (isOtherTime(wanted)) return { kind: "not-booked", wanted };
  return { kind: booked === undefined ? "none" : "booked" };
}
