/** Requests of an operator's browser to the inbox, and the states that its pages were rendered from. */
import type { InboxState } from "../../contract/inbox.ts";
import { createSignedLinks } from "../../server/deliveries/signed-links.ts";
import { type LinkPurpose } from "../../contract/routes.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import { createUuidV7 } from "../../server/leads/uuid.ts";
import { LEAD } from "../support/leads.ts";
import { LINK_SECRET } from "../support/outgoing.ts";
import { startServer, type TestRequest, type TestResponse, type TestServer } from "../support/server.ts";
import { post } from "./wire-request.ts";
import { addSignInLink } from "../../server/leads/sign-ins.ts";

export const NOBODY = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

export function tokenFor(
  purpose: LinkPurpose,
  leadId = "",
  { expiresAt = Date.now() + HOUR_MS, secret = LINK_SECRET } = {},
): string {
  return createSignedLinks(secret).sign({ purpose, subject: leadId, expiresAt });
}

export function formRequest(path: string, fields: Record<string, string> = {}, headers = {}): TestRequest {
  return {
    method: "POST",
    path,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  };
}

/** The `Cookie` header of a browser that pressed the button behind an inbox link. */
export async function signIn(server: TestServer, now = Date.now()): Promise<{ cookie: string }> {
  const token = tokenFor("inbox", "", { expiresAt: now + HOUR_MS });
  const answer = await server.send(formRequest("/inbox/sign-in", { token }));
  return { cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "" };
}

/** The same for one of the team, by a link like a mailed one. */
export async function signInAs(server: TestServer, email: string): Promise<{ cookie: string }> {
  const now = Date.now();
  const id = createUuidV7(() => now)();
  const expiresAt = now + MINUTE_MS;
  const time = { now: new Date(now).toISOString(), endsAt: new Date(expiresAt).toISOString() };
  await addSignInLink(server.store, { id, email, ...time });
  const token = tokenFor("inbox", id, { expiresAt });
  const answer = await server.send(formRequest("/inbox/sign-in", { token }));
  return { cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "" };
}

/** A server and the browser of a signed-in operator. */
export async function operator(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(options);
  const session = await signIn(server);
  return {
    server,
    session,
    view: (path: string) => open(server, path, session),
    post: (path: string, fields: Record<string, string> = {}) =>
      server.send(formRequest(path, fields, session)),
  };
}

export async function newLead(server: TestServer, changes: object = {}): Promise<string> {
  const { body } = await server.send(post({ ...LEAD, ...changes }));
  return JSON.parse(body).id;
}

/** What a press did, as its cookie says. */
export function deedOf({ headers }: TestResponse): string | undefined {
  return /"what":"([^"]+)"/.exec(decodeURIComponent(String(headers["set-cookie"])))?.[1];
}

/** The view of a page, which the build of these tests writes into it. */
export function viewOf({ body }: TestResponse): InboxState["view"] {
  const text = /<pre>(.*)<\/pre>/s.exec(body)?.[1] ?? "null";
  const state: InboxState = JSON.parse(text.replaceAll("&lt;", "<").replaceAll("&amp;", "&"));
  return state.view;
}

export async function open(server: TestServer, path: string, headers: Record<string, string>) {
  return viewOf(await server.send({ path, headers }));
}
