import { expect, test } from "vitest";
import { createUuidV7, parseUuid } from "./uuid.ts";

const NOW = Date.parse("2026-11-20T12:00:00.000Z");

test("an id has the version, the variant and the time of RFC 9562", () => {
  const id = createUuidV7(() => NOW)();
  expect(parseUuid(id)).toBe(id);
  expect(id).toMatch(/-7...-[89ab]/);
  expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(NOW);
});

test("ids grow within a millisecond, and when the clock steps back", () => {
  let time = NOW;
  const next = createUuidV7(() => time);
  const ids = Array.from({ length: 10_000 }, (_, index) => {
    if (index === 5_000) time -= 60_000;
    if (index === 9_000) time += 120_000;
    return next();
  });
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});

test("a client's id is read in either case, and anything else is not an id", () => {
  const id = "0192D3C4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";
  expect(parseUuid(id)).toBe(id.toLowerCase());
  for (const text of ["", `{${id}}`, id.replaceAll("-", ""), `${id}\n`])
    expect(parseUuid(text)).toBeUndefined();
});
