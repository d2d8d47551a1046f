import { expect, test } from "vitest";
import { leadRow } from "../../../tests/support/leads.ts";
import { negotiate, render } from "./representation.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const OBJECT = "application/vnd.pgrst.object+json";
const ARRAY = "application/vnd.pgrst.array+json";
const OBJECT_TYPE = `${OBJECT}; charset=utf-8`;

test.each([
  [undefined, JSON_TYPE],
  ["*/*", JSON_TYPE],
  ["application/json; charset=utf-8", JSON_TYPE],
  ["APPLICATION/JSON", JSON_TYPE],
  ["text/html,application/xhtml+xml,*/*;q=0.8", JSON_TYPE],
  [OBJECT, OBJECT_TYPE],
  ["application/vnd.pgrst.object", OBJECT_TYPE],
  [ARRAY, JSON_TYPE],
  [`${OBJECT}; nulls=stripped`, `${OBJECT};nulls=stripped; charset=utf-8`],
  [`${ARRAY};nulls=stripped`, `${ARRAY};nulls=stripped; charset=utf-8`],
])("Accept %s gives %s", (accept, contentType) => {
  expect(negotiate(accept).name).toBe(contentType);
});

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
