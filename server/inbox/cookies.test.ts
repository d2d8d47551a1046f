import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "../../contract/durations.ts";
import { createSessions } from "./cookies.ts";

test("only the signed cookie opens a session, wherever it is among other cookies", () => {
  const sessions = createSessions("a secret of the tests", () => 0);
  const [signed = ""] = sessions.open("1", HOUR_MS).split(";");
  const isOpen = (cookies: string[]) =>
    sessions.idOf(
      Object.assign(Object.create(null), {
        headers: { cookie: cookies.join(";") },
      }),
    ) === "1";
  const part = fc.constantFrom(
    "inbox=",
    "inbox",
    "=",
    "a",
    " ",
    "inbox.",
    signed.slice(0, -1),
    "\u00e9",
  );
  const others = fc.array(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(others, others, (before, after) => {
      expect([
        isOpen([...before, ...after]),
        isOpen([...before, signed, ...after]),
      ]).toEqual([false, true]);
    }),
  );
});
