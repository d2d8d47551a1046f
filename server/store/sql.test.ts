import { expect, test } from "vitest";
import { raw, sql } from "./sql.ts";

test.each([
  [
    "a statement",
    () => sql`SELECT state ? 'why' FROM deliveries WHERE id = ${1}`,
  ],
  ["a name", () => raw("why?")],
])(
  "%s with a question mark is refused, since it would shift the values",
  (_what, make) => {
    expect(make).toThrow("SQL must not contain a question mark");
  },
);
