import fc from "fast-check";
import { expect, test } from "vitest";
import { createSignedLinks, type LinkGrant } from "./signed-links.ts";
import { LINK_PURPOSES } from "../../contract/routes.ts";

const links = createSignedLinks("a secret of the tests");
const NOW = Date.parse("2026-11-20T12:00:00Z");
const ID = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

const purpose = fc.constantFrom(...LINK_PURPOSES);
const grant: fc.Arbitrary<LinkGrant> = fc.record({
  purpose,
  subject: fc.stringMatching(/^[\w-]{0,64}$/),
  expiresAt: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
});

test("a signed link is valid for its purpose until it expires, and expired from then on", () => {
  fc.assert(
    fc.property(grant, fc.nat(), (made, later) => {
      const token = links.sign(made);
      const { subject, expiresAt } = made;
      expect(links.verify(token, made.purpose, expiresAt - 1)).toEqual({ kind: "valid", subject, expiresAt });
      for (const now of [expiresAt, expiresAt + later])
        expect(links.verify(token, made.purpose, now)).toEqual({ kind: "expired" });
    }),
  );
});

test("a signed link needs no escaping in a URL", () => {
  fc.assert(fc.property(grant, (made) => encodeURIComponent(links.sign(made)) === links.sign(made)));
});

test("a signed link is bad for any other purpose, expired or not", () => {
  fc.assert(
    fc.property(grant, purpose, fc.nat(), (made, other, now) => {
      fc.pre(made.purpose !== other);
      expect(links.verify(links.sign(made), other, now)).toEqual({ kind: "bad" });
    }),
  );
});

test("a signed link is bad when one character of it was changed, wherever that is", () => {
  const token = links.sign({ purpose: "answer", subject: ID, expiresAt: NOW + 1000 });
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
  for (let at = 0; at < token.length; at++) {
    for (const character of alphabet) {
      if (character === token[at]) continue;
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      expect(links.verify(changed, "answer", NOW), changed).toEqual({ kind: "bad" });
    }
  }
});

test("a signed link is bad when its parts come from different links", () => {
  const other = ID.replace("019", "119");
  const mine = links.sign({ purpose: "show", subject: ID, expiresAt: NOW - 1 }).split(".");
  const theirs = links.sign({ purpose: "show", subject: other, expiresAt: NOW + 1000 }).split(".");
  for (let at = 0; at < mine.length; at++) {
    if (mine[at] === theirs[at]) continue;
    expect(links.verify(mine.with(at, theirs[at] ?? "").join("."), "show", NOW)).toEqual({ kind: "bad" });
  }
});

test("a signed link is bad after a change of the secret", () => {
  fc.assert(
    fc.property(grant, fc.string({ minLength: 1 }), (made, secret) => {
      const token = createSignedLinks(`another: ${secret}`).sign(made);
      expect(links.verify(token, made.purpose, 0)).toEqual({ kind: "bad" });
    }),
  );
});

test("a signed link is bad and nothing worse for anything that somebody may type", () => {
  const part = fc.oneof(purpose, fc.base64String({ maxLength: 80 }));
  const typed = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(part).map((parts) => parts.join(".")),
  );
  fc.assert(fc.property(typed, purpose, (token, use) => links.verify(token, use, 0).kind === "bad"));
});

test("a signed link does not contain the secret, and is not made for a subject that it cannot hold", () => {
  const token = links.sign({ purpose: "inbox", subject: "", expiresAt: NOW });
  expect(token).toMatch(/^inbox\.\.[0-9a-z]+\.[\w-]{8}\.[\w-]{43}$/);
  for (const subject of ["a.b", "a\nb", "x".repeat(65)])
    expect(() => links.sign({ purpose: "show", subject, expiresAt: NOW })).toThrow(RangeError);
  for (const expiresAt of [-1, Number.NaN, Infinity])
    expect(() => links.sign({ purpose: "show", subject: ID, expiresAt })).toThrow(RangeError);
});
