/** Parts of almost valid requests: words, addresses with parameters, headers. */
import fc from "fast-check";
import { createSessions } from "../../server/inbox/inbox-parts.ts";
import { createSignedLinks } from "../../server/outbox/links/signed-links.ts";
import { LINK_SECRET } from "../fakes/outgoing.ts";
import { PUBLIC_KEY, SECRET_KEY } from "../fakes/server.ts";

const links = createSignedLinks(LINK_SECRET);
const expiresAt = Date.parse("2100-01-01");
const link = links.sign({ purpose: "inbox", subject: "", expiresAt });
/** A call whose row is in the store. */
export const BOOKED = {
  id: "019aa0b1-7c1e-7a66-8d9c-000000000001",
  lead: "019aa0b1-7c1e-7a66-8d9c-000000000002",
};
const callLink = links.sign({ purpose: "booking", subject: BOOKED.id, expiresAt });
/** A sign-in whose row is in the store. */
export const SIGN_IN = { id: "019aa0b1-7c1e-7a66-8d9c-000000000000", endsAt: "2100-01-01T00:00:00.000Z" };
const sessions = createSessions(LINK_SECRET, false, Date.now);
const [session = ""] = sessions.open(SIGN_IN.id, Date.parse(SIGN_IN.endsAt)).split(";");
const ODD = ["", " ", "\0", "\u00FF", "\\", "'", '"', "\r\n", "\t", "9".repeat(40), "x".repeat(5_000)].concat(
  "% %00 %ff %zz .. // < __proto__ 😀 -1 1e999".split(" "),
);

export const noise = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("latin1"));
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  noise,
  fc.string({ unit: "grapheme", maxLength: 20 }),
);

/** Mostly one of these, which a bar separates, else anything. */
export const mostly = (usual: string, ...more: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...usual.split("|"), ...more) },
    { weight: 1, arbitrary: text },
  );

const parameter = fc
  .tuple(
    mostly(
      "select|order|limit|offset|columns|or|and|not.or|id|email|created_at|on_conflict|page|search|token|at|zone|from|days",
    ),
    mostly(
      '*|eq.a|in.(1,2)|like.*a*|(id.eq.1,name.gt.b)|((((|id.desc.nullsfirst|a:id|1|is.null|in.("a\\"b")|not.eq.x',
      ..."2027-03-02T15:00:00Z 2027-03-02 Asia/Tokyo".split(" "),
      link,
      callLink,
    ),
  )
  .map(([name, value]) => `${name}=${value}`);

export const path = fc
  .tuple(
    mostly(
      "/|/book-call|/rest/v1/lead_submissions|/rest/v1/|/rest/v1/rpc/x|/inbox|/inbox/x|/answer/x|/schedule|/schedule/times",
      ..."/schedule/call /schedule/call.ics /metrics /healthz /readyz".split(" "),
      ..."/robots.txt /assets/entry-1a2b3c4d.js * http://x/ x:443".split(" "),
      `/inbox/open/${link}`,
    ),
    fc.array(parameter, { maxLength: 4 }),
  )
  .map(([base, parameters]) => (parameters.length === 0 ? base : `${base}?${parameters.join("&")}`));

const TYPES =
  "application/json|application/x-www-form-urlencoded|text/csv|multipart/form-data; boundary=x|;;|application/json; charset=utf-16";
const ACCEPTED =
  '*/*|application/vnd.pgrst.object+json|text/csv|br;q=0, gzip|"x", W/"y", *|application/json;q=x|,,,,';
const ORIGINS =
  "null|https://agency.example/book-call|same-origin|cross-site|::::|a.b|1.2.3.4|[::1]:99999, ,,|deadbeef https://x/?utm_source=a https://y/";

/** The names of headers, and what each of them mostly says. */
const HEADERS: [names: string, said: fc.Arbitrary<string>][] = [
  ["Content-Type", mostly(TYPES)],
  [
    "apikey Authorization",
    mostly("Basic eA==|Bearer", ...[PUBLIC_KEY, SECRET_KEY].flatMap((key) => [key, `Bearer ${key}`])),
  ],
  ["Cookie", mostly("inbox=x; inbox=y|inbox", session, "a=b;".repeat(200))],
  ["Accept Accept-Encoding If-None-Match", mostly(ACCEPTED)],
  [
    "Prefer Range Range-Unit Expect Upgrade TE",
    mostly("return=representation,count=exact|0-|5-1|99999999999999999-|100-continue|h2c|websocket|bytes=0-"),
  ],
  [
    "X-Forwarded-For Forwarded X-Lead-Source X-Key-Proof Idempotency-Key Origin Referer Sec-Fetch-Site",
    mostly(ORIGINS),
  ],
  [
    "Content-Length Transfer-Encoding Content-Encoding Connection",
    mostly("0|5|-1|99999999999|chunked|gzip, chunked|gzip|keep-alive, upgrade"),
  ],
];

export const headerPart = fc
  .oneof(
    ...HEADERS.map(([names, said]) => fc.tuple(fc.constantFrom(...names.split(" ")), said)),
    fc.tuple(text, text),
  )
  .map(([name, value]) => `${name}: ${value}`);
