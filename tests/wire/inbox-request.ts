import { expect } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../contract/durations.ts";
import { linkPath, type LinkPurpose } from "../../contract/http/routes.ts";
import { present } from "../../server/inbox/forms.ts";
import { addMemberLink, addOperatorLink } from "../../server/leads/sign-ins.ts";
import {
  pressed,
  readPage,
  type Fields,
  type HtmlPage,
} from "../support/html-page.ts";
import { LEAD } from "../support/leads.ts";
import { LINKS } from "../support/outgoing.ts";
import {
  startServer,
  testFrom,
  type TestRequest,
  type TestResponse,
  type TestServer,
} from "../support/server.ts";
import { post } from "./wire-request.ts";

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
  fields: Record<string, string> | Fields = {},
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

/** A form with a file, as browsers send it. */
export async function uploadRequest(
  path: string,
  fields: [name: string, value: string | File][],
  headers = {},
) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const made = new Response(form);
  const type = made.headers.get("content-type") ?? "";
  const body = Buffer.from(await made.arrayBuffer());
  return {
    method: "POST",
    path,
    headers: { "content-type": type, ...headers },
    body,
  };
}

/** @returns the `Cookie` header of a browser after this answer */
export function cookieOf({ headers }: TestResponse): { cookie: string } {
  return { cookie: String(headers["set-cookie"]).split(";")[0] ?? "" };
}

/** @returns the token of a link that the command line would print */
export async function operatorToken({ store, services }: TestServer) {
  return LINKS.sign(await addOperatorLink(store, services.now()));
}

/** The browser of somebody whose link has this token. */
async function signedIn(server: TestServer, token: string) {
  const signIn = formRequest(linkPath("inbox", token));
  return browser(server, cookieOf(await server.send(signIn)));
}

/**
 * What a person types into fields, by their
 * names, and the boxes that the person ticks.
 */
type Typed = Record<string, string> | Fields;

/**
 * A browser with this cookie opens pages, reads
 * them, presses their buttons and sends forms.
 */
export function browser(server: TestServer, session = { cookie: "" }) {
  function pageOf(answer: TestResponse, path: string, headers = session) {
    const page = { ...readPage(answer.body), status: answer.status };
    /** Presses a button, and opens the page to which the answer leads. */
    async function press(label: string, typed: Typed = [], file?: File) {
      const pairs = Array.isArray(typed) ? typed : Object.entries(typed);
      const { to = path, method, fields } = pressed(page, label, pairs);
      if (method === "get")
        return open(`${to}?${new URLSearchParams(fields)}`, headers);
      const form = file
        ? await uploadRequest(to, [...fields, [page.fileField, file]], headers)
        : formRequest(to, fields, headers);
      return arrive(await server.send(form), to, headers);
    }
    /** Opens the page to which a link leads. */
    async function follow(link: string) {
      const { [link]: to } = page.links;
      if (to === undefined) throw new Error(`The page has no link "${link}".`);
      return open(to, headers);
    }
    return { ...page, path, press, follow };
  }

  function arrive(answer: TestResponse, path: string, before = session) {
    const to = answer.headers["location"];
    const headers = withCookies(before, answer);
    if (to === undefined) return pageOf(answer, path, headers);
    // A browser keeps a 301, and sends a form again after a 307.
    expect(answer.status).toBe(303);
    const [page = "", anchor = ""] = String(to).split("#");
    return open(page, headers, decodeURIComponent(anchor));
  }

  const get = (path: string) => server.send({ path, headers: session });

  async function open(
    path: string,
    headers = session,
    anchor?: string,
  ): Promise<OpenPage> {
    const answer = await server.send({ path, headers });
    // A text of the site may be gone from the page after its edit.
    if (anchor && anchor !== "edited")
      expect(answer.body).toContain(` id="${anchor}"`);
    return { ...(await arrive(answer, path, headers)), anchor };
  }

  return {
    session,
    get,
    open: (path: string) => open(path),
    post: (path: string, fields: Typed = {}) =>
      server.send(formRequest(path, fields, session)),
  };
}

export interface OpenPage extends HtmlPage {
  status: number;
  /** The address, after all redirects. */
  path: string;
  anchor?: string | undefined;
  press: (label: string, typed?: Typed, file?: File) => Promise<OpenPage>;
  follow: (link: string) => Promise<OpenPage>;
}

function withCookies({ cookie }: { cookie: string }, answer: TestResponse) {
  const set = [answer.headers["set-cookie"] ?? []].flat();
  const pairs = [...cookie.split("; "), ...set].map((one) => one.split(";", 1));
  const jar = new Map(pairs.map(([pair = ""]) => [pair.split("=")[0], pair]));
  return { cookie: [...jar.values()].join("; ") };
}

/** Starts a server, and signs its operator in. */
export async function operator(
  options: Parameters<typeof startServer>[0] = {},
) {
  const server = await startServer(options);
  return { server, ...(await operatorOf(server)) };
}

export const inboxTest = testFrom(operator);

/** Signs in with a link of the command line. */
export const operatorOf = async (server: TestServer) =>
  signedIn(server, await operatorToken(server));

/**
 * Signs in with a link like the link that a member of the team gets by mail.
 */
export async function member(server: TestServer, email: string) {
  const { store, services } = server;
  const link = await addMemberLink(store, email, services.now(), MINUTE_MS);
  return signedIn(server, LINKS.sign(present(link)));
}

let leadsMade = 0;

export async function newLead(
  server: TestServer,
  changes: object = {},
): Promise<string> {
  // Leads with the same address are one person's.
  // A search for a name finds no number.
  const email = `${++leadsMade}@visitor.example`;
  const { body } = await server.send(post({ ...LEAD, email, ...changes }));
  return JSON.parse(body).id;
}

/** New leads with these names. */
export async function newLeads(server: TestServer, ...names: string[]) {
  for (const name of names) await newLead(server, { name });
}

/** The names of the leads that a list shows, in its order. */
export const namesIn = ({ rows }: HtmlPage) =>
  rows.slice(1).map((row) => row.split(" ")[0]);
