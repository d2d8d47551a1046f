/** The forms of the inbox: what was posted. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { INBOX_FIELDS, type Deed } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { isForm, parseFormBody, queryIn } from "../http/forms.ts";
import { rememberDeed } from "./deed.ts";
import { InboxFailure } from "./failures.ts";
import { signedInAs } from "./sessions.ts";

export interface PostedForm {
  request: FastifyRequest;
  reply: FastifyReply;
  fields: ReadonlyMap<string, string>;
  /** The ids in the address. */
  ids: Readonly<Record<string, string>>;
  /** The lead or call in the address; empty without one. */
  id: string;
  /** The version of the lead that the form's page shows; a program may name none. */
  seen: number | undefined;
  /** The signed-in address. */
  by: string | undefined;
}

/** Adds a form. @param work returns what it did, the address to which the browser moves, or an answer of its own */
export function postForm(
  app: FastifyInstance,
  path: string,
  work: (form: PostedForm) => Promise<Deed | string | FastifyReply>,
): void {
  app.post<{ Params: Record<string, string> }>(path, async (request, reply) => {
    const fields = readForm(request);
    const { params: ids } = request;
    const id = ids["id"] ?? "";
    const by = signedInAs(request);
    const result = await work({ request, reply, fields, ids, id, seen: seenIn(fields), by });
    // Reloading sends nothing twice after a 303.
    if (typeof result === "string") return reply.redirect(result, 303);
    return "what" in result ? reply.redirect(rememberDeed(reply, result), 303) : result;
  });
}

/** The page of a form's lead, at one of its controls. */
export function leadPageOf({ id, request }: Pick<PostedForm, "id" | "request">, control: string): string {
  return `${INBOX.lead(id)}${queryIn(request)}#${control}`;
}

/** @throws {InboxFailure} if it is no number */
function seenIn(fields: ReadonlyMap<string, string>): number | undefined {
  const seen = fields.get(INBOX_FIELDS.seen);
  if (seen === undefined) return undefined;
  if (!/^\d{1,9}$/.test(seen)) throw new InboxFailure("unreadable");
  return Number(seen);
}

/** A route with one id. A hook answers 404 for an invalid id. */
export interface IdRoute {
  Params: { id: string };
}

/** The fields of a form; one that is only a button sends none. @throws {InboxFailure} if the body is not a form */
export function readForm(request: FastifyRequest): ReadonlyMap<string, string> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return new Map();
  const fields = isForm(request) ? parseFormBody(request.body, INBOX_FIELDS.lead) : undefined;
  if (!fields) throw new InboxFailure("unreadable");
  return fields;
}
