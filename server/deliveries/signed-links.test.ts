import { expect, test } from "vitest";
import { callLink, createSignedLinks, offerLink } from "./signed-links.ts";

const links = createSignedLinks("a secret of the tests");
const NOW = Date.parse("2026-11-20T12:00:00Z");
const ID = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";
const BAD = { kind: "bad" };

const PURPOSES = ["answer", "inbox", "feed"] as const;

test.each(PURPOSES)(
  "a link to %s is valid for this purpose alone, until it expires",
  (purpose) => {
    const token = links.sign({ purpose, subject: ID, expiresAt: NOW });
    expect(token).toBe(encodeURIComponent(token));
    expect(links.verify(token, purpose, NOW - 1)).toEqual({
      kind: "valid",
      subject: ID,
      expiresAt: NOW,
    });
    for (const now of [NOW, NOW * 2])
      expect(links.verify(token, purpose, now)).toEqual({ kind: "expired" });
    for (const other of PURPOSES.filter((one) => one !== purpose))
      for (const now of [NOW - 1, NOW])
        expect(links.verify(token, other, now)).toEqual(BAD);
  },
);

test("a call's link works for three years from its booking, an offer of times for thirty days", () => {
  const createdAt = new Date(NOW).toISOString();
  expect(callLink({ id: ID, createdAt }).expiresAt).toBe(
    Date.parse("2029-11-19T12:00:00Z"),
  );
  expect(offerLink(ID, NOW).expiresAt).toBe(Date.parse("2026-12-20T12:00:00Z"));
});

test("a signed link is bad if any one of its characters was changed", () => {
  const token = links.sign({
    purpose: "answer",
    subject: ID,
    expiresAt: NOW + 1000,
  });
  for (const [at, character] of Array.from(token).entries()) {
    const other = character === "x" ? "y" : "x";
    const changed = token.slice(0, at) + other + token.slice(at + 1);
    expect(links.verify(changed, "answer", NOW), changed).toEqual(BAD);
  }
});
