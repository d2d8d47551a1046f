/** Parts of almost valid requests: words, addresses with parameters, headers. */
import fc from "fast-check";
import { createSessions, markSignIn } from "../../server/inbox/inbox-parts.ts";
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
export const SIGN_IN = {
  id: markSignIn("019aa0b1-7c1e-7a66-8d9c-000000000000", LINK_SECRET),
  endsAt: "2100-01-01T00:00:00.000Z",
};
const sessions = createSessions(LINK_SECRET, false, Date.now);
const [session = ""] = sessions.open(SIGN_IN.id, Date.parse(SIGN_IN.endsAt)).split(";");
const ODD = [
  "",
  " ",
  "\0",
  "\u00FF",
  ..."% %00 %ff %zz .. //".split(" "),
  "\\",
  "'",
  '"',
  "<",
  "__proto__",
  "\r\n",
  "\t",
  "😀",
  "-1",
  "1e999",
  "9".repeat(40),
  "x".repeat(5_000),
];

export const noise = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString("latin1"));
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  noise,
  fc.string({ unit: "grapheme", maxLength: 20 }),
);

/** Mostly one of these, else anything. */
export const mostly = (...usual: string[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: text });

const parameter = fc
  .tuple(
    mostly(
      ..."select order limit offset columns or and not.or id email created_at on_conflict page".split(" "),
      ..."search token at zone from days".split(" "),
    ),
    mostly(
      ..."* eq.a in.(1,2) like.*a* (id.eq.1,name.gt.b) (((( id.desc.nullsfirst a:id 1 is.null".split(" "),
      'in.("a\\"b")',
      "not.eq.x",
      "2027-03-02T15:00:00Z",
      "2027-03-02",
      "Asia/Tokyo",
      link,
      callLink,
    ),
  )
  .map(([name, value]) => `${name}=${value}`);

export const path = fc
  .tuple(
    mostly(
      ..."/ /book-call /rest/v1/lead_submissions /rest/v1/ /rest/v1/rpc/x /inbox /inbox/x".split(" "),
      `/inbox/open/${link}`,
      ..."/answer/x /schedule /schedule/times /schedule/call /schedule/call.ics /metrics /healthz".split(" "),
      ..."/readyz /admin/list /admin/lead /admin/overview /robots.txt /assets/entry-1a2b3c4d.js *".split(" "),
      ..."http://x/ x:443".split(" "),
    ),
    fc.array(parameter, { maxLength: 4 }),
  )
  .map(([base, parameters]) => (parameters.length === 0 ? base : `${base}?${parameters.join("&")}`));

export const headerPart = fc
  .oneof(
    fc.tuple(
      fc.constant("Content-Type"),
      mostly(
        "application/json",
        "application/x-www-form-urlencoded",
        "text/csv",
        "multipart/form-data; boundary=x",
        ";;",
        "application/json; charset=utf-16",
      ),
    ),
    fc.tuple(
      fc.constantFrom("apikey", "Authorization"),
      mostly(PUBLIC_KEY, SECRET_KEY, `Bearer ${PUBLIC_KEY}`, `Bearer ${SECRET_KEY}`, "Basic eA==", "Bearer"),
    ),
    fc.tuple(fc.constant("Cookie"), mostly(session, "inbox=x; inbox=y", "inbox", "a=b;".repeat(200))),
    fc.tuple(
      fc.constantFrom("Accept", "Accept-Encoding", "If-None-Match"),
      mostly(
        "*/*",
        "application/vnd.pgrst.object+json",
        "text/csv",
        "br;q=0, gzip",
        '"x", W/"y", *',
        "application/json;q=x",
        ",,,,",
      ),
    ),
    fc.tuple(
      fc.constantFrom("Prefer", "Range", "Range-Unit", "Expect", "Upgrade", "TE"),
      mostly(
        ..."return=representation,count=exact 0- 5-1 99999999999999999- 100-continue h2c websocket".split(
          " ",
        ),
        "bytes=0-",
      ),
    ),
    fc.tuple(
      fc.constantFrom(
        ..."X-Forwarded-For Forwarded X-Lead-Source X-Key-Proof Idempotency-Key Origin Referer".split(" "),
        "Sec-Fetch-Site",
      ),
      mostly(
        "1.2.3.4",
        "[::1]:99999, ,,",
        "deadbeef https://x/?utm_source=a https://y/",
        ..."null https://agency.example/book-call same-origin cross-site :::: a.b".split(" "),
      ),
    ),
    fc.tuple(
      fc.constantFrom("Content-Length", "Transfer-Encoding", "Content-Encoding", "Connection"),
      mostly("0", "5", "-1", "99999999999", "chunked", "gzip, chunked", "gzip", "keep-alive, upgrade"),
    ),
    fc.tuple(text, text),
  )
  .map(([name, value]) => `${name}: ${value}`);
