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
  const others = [
    "a=1",
    " inbox",
    "inbox.",
    "inbox=",
    "=",
    "",
    "inbox=\u00e9",
    signed.slice(0, -1),
    signed.replace("=", "."),
  ];
  expect(isOpen(others)).toBe(false);
  expect(isOpen([...others, signed])).toBe(true);
  expect(isOpen([signed, ...others])).toBe(true);
});
