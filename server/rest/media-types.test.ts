import { describe, expect, test } from "vitest";
import { negotiate } from "./media-types.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const OBJECT_TYPE = "application/vnd.pgrst.object+json; charset=utf-8";

describe("Accept", () => {
  test.each([
    [undefined, JSON_TYPE],
    ["", JSON_TYPE],
    ["*/*", JSON_TYPE],
    ["application/json; charset=utf-8", JSON_TYPE],
    ["APPLICATION/JSON", JSON_TYPE],
    ["text/html,application/xhtml+xml,*/*;q=0.8", JSON_TYPE],
    ["application/vnd.pgrst.object+json", OBJECT_TYPE],
    ["application/vnd.pgrst.object", OBJECT_TYPE],
    ["application/json;q=0.5, application/vnd.pgrst.object+json", OBJECT_TYPE],
    [
      "application/vnd.pgrst.object+json; nulls=stripped",
      "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
    ],
    ["application/vnd.pgrst.array+json", JSON_TYPE],
    ["*/*, application/vnd.pgrst.object+json", OBJECT_TYPE],
    ["*/*, text/csv; version=1", "text/csv; charset=utf-8"],
    ["text/csv, application/json", "text/csv; charset=utf-8"],
    ["text/unknowntype, text/csv", "text/csv; charset=utf-8"],
    ["application/json;q=0.1, text/csv;q=0.2", "text/csv; charset=utf-8"],
    [
      'application/vnd.pgrst.array+json; Nulls="stripped"',
      "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
    ],
  ])("%s gives %s", (accept, contentType) => {
    expect(negotiate(accept).contentType).toBe(contentType);
  });

  test.each([
    ["text/html", "text/html"],
    ["text/xml;q=0.5, text/html", "text/html, text/xml"],
  ])("%s gives an error that lists it", (accept, listed) => {
    expect(() => negotiate(accept)).toThrow(`None of these media types are available: ${listed}`);
  });

  test("with q=0 rules a type out", () => {
    expect(() => negotiate("application/json;q=0")).toThrow(/None of these/);
  });
});
