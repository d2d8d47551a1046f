import { expect, test } from "vitest";
import { leadRow } from "../../../tests/support/leads.ts";
import { render } from "./representation.ts";

test.each([".000 ", ".120 .12", ".007 .007"])(
  "the fraction of a second is written without zeros at its end: %s",
  (fractions) => {
    const [stored, shown] = fractions.split(" ");
    const row = leadRow(1, { created_at: `2026-11-20T12:00:00${stored}Z` });
    expect(render([row], [{ column: "created_at", as: "at" }], true)).toBe(
      `{"at":"2026-11-20T12:00:00${shown}+00:00"}`,
    );
  },
);
