/** Reads forms of the inbox, and answers with what they did or why they failed. */
import type { Readable } from "node:stream";
import * as v from "valibot";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { BackSchema, DeedSchema, INBOX_FIELDS, LIST_SIZE } from "../../contract/inbox.ts";
import type { Deed, InboxError, InboxView } from "../../contract/inbox.ts";
import type { SignIn } from "../../contract/leads-admin.ts";
import { INBOX } from "../../contract/routes.ts";
import { isForm, parseFormBody, queryIn } from "../http/forms.ts";
import { cookieOf, cookiesIn, fromCookieValue, toCookieValue } from "./cookies.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined on the pages behind links in mails about leads, which need no sign-in. */
    signIn: SignIn | undefined;
  }
  interface FastifyReply {
    show: (view: InboxView) => FastifyReply;
  }
}

/** The signed-in address. Undefined for nobody, or for a link that the command line printed. */
export function signedInAs({ signIn }: FastifyRequest): string | undefined {
  return signIn?.email || undefined;
}

export interface PostedForm {
  request: FastifyRequest;
  reply: FastifyReply;
  fields: ReadonlyMap<string, string>;
  ids: Readonly<Record<string, string>>;
  /** The id named `id` in the address, of a lead or a closed time; empty without one. */
  id: string;
  /** The version of the lead that the form's page shows; a program may name none. */
  seen: number | undefined;
  by: string | undefined;
}

/** @param work returns what it did, an address to go to, or its own answer */
export function postForm(
  app: FastifyInstance,
  path: string,
  work: (form: PostedForm) => Promise<Deed | string | FastifyReply>,
): void {
  app.post<{ Params: Record<string, string> }>(path, async (request, reply) => {
    const fields = readForm(request);
    const { params: ids } = request;
    const { id = "" } = ids;
    const by = signedInAs(request);
    const form = { request, reply, fields, ids, id, seen: seenIn(fields), by };
    const result: Deed | string | undefined = await work(form);
    // Reloading sends nothing twice after a 303.
    if (typeof result === "string") return reply.redirect(result, 303);
    // A reply is awaited until it is sent, and leaves no value.
    return result ? redirectWith(reply, result) : reply;
  });
}

export function leadPageOf({ id, request }: Pick<PostedForm, "id" | "request">, control: string) {
  return `${INBOX.lead(id)}${queryIn(request)}#${control}`;
}

function seenIn(fields: ReadonlyMap<string, string>): number | undefined {
  const seen = fields.get(INBOX_FIELDS.seen);
  if (seen === undefined) return undefined;
  if (!/^\d{1,9}$/.test(seen)) throw new InboxFailure("unreadable");
  return Number(seen);
}

/** A hook answers 404 for an invalid id. */
export type IdRoute = { Params: { id: string } };

/** A button alone sends no fields. @throws {InboxFailure} if the form is unreadable */
export function readForm(request: FastifyRequest): ReadonlyMap<string, string> {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return new Map();
  const fields = isForm(request) ? parseFormBody(request.body, INBOX_FIELDS.lead) : undefined;
  if (!fields) throw new InboxFailure("unreadable");
  return fields;
}

/** How many leads *Undo* can restore: the cookie that names them holds 4 KB. */
export const MOST_UNDONE = LIST_SIZE;

/** The page of the inbox that a form or an address names, else the first one. */
export function backIn(fields: ReadonlyMap<string, string> | URLSearchParams): string {
  return v.parse(v.fallback(BackSchema, INBOX.path), fields.get(INBOX_FIELDS.back));
}

export function sendFile(reply: FastifyReply, name: string, type: string, body: string | Readable) {
  const disposition = `attachment; filename="${name}"`;
  return reply.type(`${type}; charset=utf-8`).header("content-disposition", disposition).send(body);
}

const DEED_LASTS_SECONDS = 60;

/** A cookie tells the page at `deed.back` what the form did. */
export function redirectWith(reply: FastifyReply, deed: Deed): FastifyReply {
  const cookie = cookieOf("deed", toCookieValue(JSON.stringify(deed)), DEED_LASTS_SECONDS);
  return reply.header("set-cookie", cookie).redirect(deed.back, 303);
}

/** Reads what the last form did, and deletes its cookie. */
export function takeDeed(reply: FastifyReply): Deed | undefined {
  const [text = ""] = cookiesIn(reply.request, "deed");
  const deed = v.pipe(v.string(), v.transform(fromCookieValue), v.parseJson(), DeedSchema);
  const parsed = v.safeParse(deed, text);
  if (!parsed.success) return undefined;
  reply.header("set-cookie", cookieOf("deed", "", 0));
  return parsed.output;
}

/** @throws {InboxFailure} for what is not stored */
export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new InboxFailure("missing");
  return value;
}

/** Ends a request with the page that gives the reason. */
export class InboxFailure extends Error {
  readonly reason: InboxError;

  constructor(reason: InboxError) {
    super(reason);
    this.reason = reason;
  }
}
