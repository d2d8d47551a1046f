/** Reads forms of the inbox, and answers what a form did, or why it failed. */

import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { isoTime } from "../../contract/durations.ts";
import { INBOX } from "../../contract/http/routes.ts";
import type { InboxError } from "../../contract/inbox/inbox-names.ts";
import type { SignIn, Stale } from "../../contract/inbox/leads-admin.ts";
import { localNumber } from "../deliveries/phone-number.ts";
import { isForm, parseFormBody } from "../http/forms.ts";
import { comingDays, type Clock } from "../leads/days.ts";
import { StaleFailure } from "../leads/history.ts";
import { cookieOf, cookiesIn } from "./cookies.ts";
import { BackSchema, DeedSchema, type Deed } from "./deed.ts";
import { INBOX_FIELDS } from "./fields.ts";
import type { InboxPage, InboxProps } from "./pages.tsx";
import type { InboxState } from "./use-inbox.ts";

declare module "fastify" {
  interface FastifyRequest {
    /**
     * Undefined on pages that need no sign-in:
     * mails about leads have links to such pages.
     */
    signIn: SignIn | undefined;
  }
  interface FastifyReply {
    show: <Name extends InboxPage>(
      page: Name,
      props: InboxProps<Name>,
      deed?: Deed,
    ) => FastifyReply;
  }
}

/** What a page knows besides its own props. */
export const inboxState = (
  { signIn, headers }: FastifyRequest,
  clock: Clock,
  deed: Deed | undefined,
): InboxState => ({
  now: isoTime(clock.now()),
  timeZone: clock.timeZone,
  localNumber: (phone) => localNumber(phone, clock.timeZone),
  comingDays: comingDays(clock),
  deed,
  signIn,
  // An address that was typed has none (RFC 9110, 10.1.3).
  isOpened: headers.referer !== undefined,
});

export interface PostedForm {
  request: FastifyRequest;
  reply: FastifyReply;
  fields: ReadonlyMap<string, string>;
  /**
   * The part `:id` of the form's address: the id
   * of a lead or of a closed time; else empty.
   */
  id: string;
  /**
   * The version of the lead that the form's
   * page showed; a program may name none.
   */
  seen: number | undefined;
  /**
   * The address that signed in. Undefined if a link of the command line did.
   */
  by: string | undefined;
}

/**
 * @param work returns what the form did, an address
 * to go to, or a reply that was sent already
 */
export function postForm(
  app: FastifyInstance,
  path: string,
  work: (form: PostedForm) => Promise<Deed | string | FastifyReply>,
): void {
  app.post<{ Params: { id?: string } }>(path, async (request, reply) => {
    const fields = readInboxForm(request);
    const { id = "" } = request.params;
    const by = request.signIn?.email;
    const form = { request, reply, fields, id, seen: seenIn(fields), by };
    const result: Deed | string | undefined = await work(form);
    // After a 303, reloading the page does not send the form again.
    if (typeof result === "string") return reply.redirect(result, 303);
    // For a reply, `await` waits until the reply is sent, and gives undefined.
    return result ? redirectWith(reply, result) : reply;
  });
}

/**
 * What the forms of one address do, by the field that a form alone has.
 * @param value of this field
 */
export type PageForms = Record<
  string,
  (form: PostedForm, value: string) => Promise<Deed | string>
>;

/** Receives the forms of a page that are sent to the same address. */
export function postForms(
  app: FastifyInstance,
  path: string,
  forms: PageForms,
): void {
  postForm(app, path, async (form) => {
    for (const [field, work] of Object.entries(forms)) {
      const value = form.fields.get(field);
      if (value !== undefined) return work(form, value);
    }
    throw new InboxFailure("unreadable");
  });
}

/**
 * The page that a form was sent from and to.
 * @param anchor the id of the element to go to
 */
export const ownPage = ({ request }: PostedForm, anchor: string) =>
  `${request.url}#${anchor}`;

function seenIn(fields: ReadonlyMap<string, string>): number | undefined {
  const seen = fields.get(INBOX_FIELDS.seen);
  if (seen === undefined) return undefined;
  if (!/^\d{1,9}$/.test(seen)) throw new InboxFailure("unreadable");
  return Number(seen);
}

/** The id is valid: a hook answers 404 for any other text. */
export type IdRoute = { Params: { id: string } };

/**
 * Reads the fields; a form of one button can have
 * none. @throws {InboxFailure} if unreadable
 */
export function readInboxForm(
  request: FastifyRequest,
): ReadonlyMap<string, string> {
  if (!Buffer.isBuffer(request.body)) return new Map();
  const fields = isForm(request)
    ? parseFormBody(request.body, INBOX_FIELDS.lead)
    : undefined;
  if (!fields) throw new InboxFailure("unreadable");
  return fields;
}

/**
 * The page to go back to, as a form or an address
 * names it; else the first page of the inbox.
 */
export function backIn(
  fields: ReadonlyMap<string, string> | URLSearchParams,
): string {
  return v.parse(
    v.fallback(BackSchema, INBOX.path),
    fields.get(INBOX_FIELDS.back),
  );
}

export function sendFile(
  reply: FastifyReply,
  name: string,
  type: string,
  body: string | Readable,
) {
  const disposition = `attachment; filename="${name}"`;
  return reply
    .type(`${type}; charset=utf-8`)
    .header("content-disposition", disposition)
    .send(body);
}

const DEED_LASTS_SECONDS = 60;

/** A cookie tells the page at `deed.back` what the form did. */
export function redirectWith(reply: FastifyReply, deed: Deed): FastifyReply {
  const value = Buffer.from(JSON.stringify(deed)).toString("base64url");
  const cookie = cookieOf("deed", value, DEED_LASTS_SECONDS);
  return reply.header("set-cookie", cookie).redirect(deed.back, 303);
}

export function takeDeed(reply: FastifyReply): Deed | undefined {
  const [text = ""] = cookiesIn(reply.request, "deed");
  const schema = v.pipe(
    v.string(),
    // Any value is read without an error, even
    // if a different program set the cookie.
    v.transform((value) => Buffer.from(value, "base64url").toString()),
    v.parseJson(),
    DeedSchema,
  );
  const parsed = v.safeParse(schema, text);
  if (!parsed.success) return undefined;
  reply.header("set-cookie", cookieOf("deed", "", 0));
  return parsed.output;
}

/** @throws {InboxFailure} if the store has no such value */
export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new InboxFailure("missing");
  return value;
}

/**
 * Of several leads, some were changed meanwhile.
 * `done` is what the press did to the others.
 */
export class PartlyStale extends StaleFailure {
  readonly done: Deed | undefined;

  constructor(leads: readonly Stale[], done: Deed | undefined) {
    super(leads);
    this.done = done;
  }
}

/** Ends a request with the page that gives the reason. */
export class InboxFailure extends Error {
  readonly reason: InboxError;

  constructor(reason: InboxError) {
    super(reason);
    this.reason = reason;
  }
}
