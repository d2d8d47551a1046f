/** Which form an answer takes. Source: PostgREST docs, "Media Type Handlers"; RFC 9110, section 12.5.1. */
import { OBJECT_MEDIA_TYPE } from "../../contract/wire.ts";
import { notAcceptable } from "./errors.ts";

/** The media type of an answer. `singular`: one object, and an error when the rows are not one. */
export interface AnswerType {
  contentType: string;
  form: "json" | "csv";
  singular: boolean;
}

const JSON_ROWS = rows("application/json", "json");

/** The vendor types may say `nulls=stripped`; no column here is ever null, so that it strips nothing. */
const ANSWER_TYPES = new Map<string, AnswerType>([
  ["*/*", JSON_ROWS],
  ["application/json", JSON_ROWS],
  ["text/csv", rows("text/csv", "csv")],
  ["application/vnd.pgrst.array", JSON_ROWS],
  ["application/vnd.pgrst.array+json", JSON_ROWS],
  [
    "application/vnd.pgrst.array;nulls=stripped",
    rows("application/vnd.pgrst.array+json;nulls=stripped", "json"),
  ],
  [
    "application/vnd.pgrst.array+json;nulls=stripped",
    rows("application/vnd.pgrst.array+json;nulls=stripped", "json"),
  ],
  ["application/vnd.pgrst.object", object(OBJECT_MEDIA_TYPE)],
  [OBJECT_MEDIA_TYPE, object(OBJECT_MEDIA_TYPE)],
  ["application/vnd.pgrst.object;nulls=stripped", object(`${OBJECT_MEDIA_TYPE};nulls=stripped`)],
  [`${OBJECT_MEDIA_TYPE};nulls=stripped`, object(`${OBJECT_MEDIA_TYPE};nulls=stripped`)],
]);

function rows(mediaType: string, form: "json" | "csv"): AnswerType {
  return { contentType: `${mediaType}; charset=utf-8`, form, singular: false };
}

function object(mediaType: string): AnswerType {
  return { ...rows(mediaType, "json"), singular: true };
}

/**
 * The type that the client likes best of those that we have. Of types that it likes the same, the more specific
 * one, and then the first.
 *
 * @throws {RestError} PGRST107 when there is none.
 */
export function negotiate(accept: string | undefined): AnswerType {
  const wanted = (accept === undefined || accept.trim() === "" ? "*/*" : accept)
    .split(",")
    .map(parseRange)
    .toSorted((one, other) => other.quality - one.quality || other.specificity - one.specificity);
  for (const { mediaType, stripsNulls, quality } of wanted) {
    if (quality === 0) continue;
    const type =
      ANSWER_TYPES.get(mediaType + (stripsNulls ? ";nulls=stripped" : "")) ?? ANSWER_TYPES.get(mediaType);
    if (type) return type;
  }
  throw notAcceptable(wanted.map(({ text }) => text));
}

function parseRange(range: string) {
  const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = parameters
    .map((parameter) => /^q=(\d+(?:\.\d+)?|\.\d+)$/i.exec(parameter)?.[1])
    .find((q) => q !== undefined);
  const others = parameters.filter((parameter) => !/^q=/i.test(parameter));
  return {
    text: [name, ...others].join(";"),
    mediaType: name.toLowerCase(),
    stripsNulls: others.some((parameter) => /^nulls\s*=\s*"?stripped"?$/i.test(parameter)),
    quality: quality === undefined ? 1 : Number(quality),
    specificity: others.length - (name.split("*").length - 1),
  };
}
