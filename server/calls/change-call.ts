/** What a visitor changes on the page of a call: a move or a cancellation. */
import type { CallNews } from "../../contract/http/page.ts";
import { CALL_PATH } from "../../contract/http/routes.ts";
import { CANCEL_REASON } from "../../contract/lead/lead.ts";
import { lineOf } from "../../contract/lead/typed-text.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { orUnavailable } from "../store/unavailable.ts";
import type { Wish } from "./offered-times.ts";
import {
  callState,
  isCallAt,
  phaseOf,
  sendCallPage,
  sendMoveBoard,
  type OpenedCall,
} from "./opened-call.ts";
import { wishOf } from "./page-states.ts";

type Fields = ReadonlyMap<string, string>;

const OVER: CallNews = { kind: "refused", notice: "over" };

export async function changeCall(opened: OpenedCall, fields: Fields) {
  if (phaseOf(opened) === "late") return refuseChange(opened);
  return fields.has("cancel") ? cancel(opened, fields) : move(opened, fields);
}

async function cancel(opened: OpenedCall, fields: Fields) {
  const { parts, request, reply, call } = opened;
  const typed = fields.get(CANCEL_REASON.input) ?? "";
  const reason = lineOf(typed, CANCEL_REASON.maxLength);
  const author = { by: VISITOR };
  const { calls } = parts.schedule;
  const { kind } = await calls.cancel(call.id, author, reason);
  if (kind === "missing") return parts.pages.sendError(request, reply, 404);
  return kind === "changed" ? showChanged(opened) : refuseChange(opened, OVER);
}

async function move(opened: OpenedCall, fields: Fields) {
  const { parts, request, reply, call } = opened;
  const { pages, limits, schedule } = parts;
  const permit = await limits.moves(request.ip);
  if (permit.kind !== "granted") return pages.sendError(request, reply, permit);
  const wish = wishOf(fields, schedule.availability.timeZone);
  const result = await orUnavailable(moveToOpenTime(opened, wish));
  if (result.kind === "changed")
    return showChanged(opened, `&moved=${call.startsAt}`);
  await permit.giveBack();
  if (result.kind === "unavailable") throw result;
  if (result.kind === "missing") return pages.sendError(request, reply, 404);
  if (result.kind === "over" || phaseOf(opened) !== "ahead")
    return refuseChange(opened, OVER);
  const status = result.kind === "taken" ? 409 : 422;
  return sendMoveBoard(opened, status, { zone: wish.zone, at: wish.startsAt });
}

async function moveToOpenTime({ parts, call }: OpenedCall, wish: Wish) {
  const { times, calls } = parts.schedule;
  const { startsAt, zone } = wish;
  // After a second press of the button, the call already has the wished time.
  const refusal = isCallAt(call, startsAt)
    ? undefined
    : await times.refusalOf(wish, call);
  return refusal ?? calls.move(call.id, startsAt, { by: VISITOR }, zone);
}

const showChanged = ({ parts, reply, token }: OpenedCall, news = "") =>
  reply
    .headers(parts.pages.headers)
    .redirect(`${CALL_PATH}?token=${token}${news}`, 303);

const refuseChange = async (opened: OpenedCall, news?: CallNews) =>
  sendCallPage(opened, 409, await callState(opened, news));
