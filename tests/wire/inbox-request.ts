import { fromCookieValue } from "../../server/inbox/cookies.ts";
import type { InboxView } from "../support/inbox-view.ts";
import { present } from "../../server/inbox/forms.ts";
import { INBOX, type LinkPurpose } from "../../contract/http/routes.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import { LEAD } from "../support/leads.ts";
import { LINKS } from "../support/outgoing.ts";
import {
  startServer,
  type TestRequest,
  type TestResponse,
  type TestServer,
} from "../support/server.ts";
import { pressed, readPage } from "../support/html-page.ts";
import { post } from "./wire-request.ts";
import { addMemberLink, addOperatorLink } from "../../server/leads/sign-ins.ts";

export const UNKNOWN = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

export function tokenFor(
  purpose: LinkPurpose,
  subject = "",
  { expiresAt = Date.now() + HOUR_MS } = {},
) {
  return LINKS.sign({ purpose, subject, expiresAt });
}

export function formRequest(
  path: string,
  fields: Record<string, string> = {},
  headers = {},
): TestRequest {
  return {
    method: "POST",
    path,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  };
}

/** @returns the `Cookie` header of a browser after this answer */
export function cookieOf({ headers }: TestResponse): { cookie: string } {
  return { cookie: String(headers["set-cookie"]).split(";")[0] ?? "" };
}

/** @returns the token of a link that the command line would print */
export async function operatorToken({
  store,
  services,
}: TestServer): Promise<string> {
  return LINKS.sign(await addOperatorLink(store, services.now()));
}

/** Signs in with a link of the command line. */
export async function signIn(server: TestServer): Promise<{ cookie: string }> {
  const token = await operatorToken(server);
  return cookieOf(await server.send(formRequest(INBOX.signIn, { token })));
}

/** Signs in with a link like the link that a member of the team gets by mail. */
async function signInAs(
  server: TestServer,
  email: string,
): Promise<{ cookie: string }> {
  const link = await addMemberLink(
    server.store,
    email,
    server.services.now(),
    MINUTE_MS,
  );
  const token = LINKS.sign(present(link));
  return cookieOf(await server.send(formRequest(INBOX.signIn, { token })));
}

/** A browser with this cookie opens pages, reads them, presses their buttons and sends forms. */
export function browser(server: TestServer, session: { cookie: string }) {
  const get = (path: string) => server.send({ path, headers: session });
  async function open(path: string, headers = session) {
    const page = readPage((await server.send({ path, headers })).body);
    /** Presses a button, and opens the page to which the answer leads. */
    async function press(label: string, typed: Record<string, string> = {}) {
      const { to = path, fields } = pressed(page, label, typed);
      const answer = await server.send(formRequest(to, fields, headers));
      const next = String(answer.headers["location"] ?? to).replace(/#.*/, "");
      const kept = [answer.headers["set-cookie"] ?? []]
        .flat()
        .map((one) => one.split(";")[0]);
      return open(next, { cookie: [headers.cookie, ...kept].join("; ") });
    }
    return { ...page, press };
  }
  return {
    session,
    get,
    open,
    view: async (path: string) => viewOf(await get(path)),
    post: (path: string, fields: Record<string, string> = {}) =>
      server.send(formRequest(path, fields, session)),
  };
}

/** Starts a server, and signs its operator in. */
export async function operator(
  options: Parameters<typeof startServer>[0] = {},
) {
  const server = await startServer(options);
  return { server, ...browser(server, await signIn(server)) };
}

export const member = async (server: TestServer, email: string) =>
  browser(server, await signInAs(server, email));

export async function newLead(
  server: TestServer,
  changes: object = {},
): Promise<string> {
  const { body } = await server.send(post({ ...LEAD, ...changes }));
  return JSON.parse(body).id;
}

/** Reads what a form did from the cookie of its answer. */
export function deedOf({ headers }: TestResponse): string | undefined {
  const [, value = ""] =
    /\bdeed=([^;]*)/.exec(String(headers["set-cookie"])) ?? [];
  return /"what":"([^"]+)"/.exec(fromCookieValue(value))?.[1];
}

/** Reads a page's view, which the pages of tests hold as JSON in a comment. */
export function viewOf({ body }: TestResponse): InboxView {
  return JSON.parse(/<!--(.*)-->$/s.exec(body)?.[1] ?? "null");
}
