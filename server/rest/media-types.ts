/** Which form an answer takes. Source: PostgREST docs, "Media Type Handlers"; RFC 9110, section 12.5.1. */
import { OBJECT_MEDIA_TYPE } from "../../contract/wire.ts";
import { notAcceptable } from "./errors.ts";

/** The media type of an answer. `singular`: one object, and an error when the rows are not one. */
export interface AnswerType {
  contentType: string;
  singular: boolean;
}

const JSON_ROWS: AnswerType = { contentType: "application/json; charset=utf-8", singular: false };

/** The vendor types may say `nulls=stripped`; no column here is ever null, so that it strips nothing. */
const ANSWER_TYPES = new Map<string, AnswerType>([
  ["*/*", JSON_ROWS],
  ["application/json", JSON_ROWS],
  ["application/vnd.pgrst.array", JSON_ROWS],
  ["application/vnd.pgrst.array+json", JSON_ROWS],
  ["application/vnd.pgrst.array;nulls=stripped", stripped("application/vnd.pgrst.array+json", false)],
  ["application/vnd.pgrst.array+json;nulls=stripped", stripped("application/vnd.pgrst.array+json", false)],
  ["application/vnd.pgrst.object", { contentType: `${OBJECT_MEDIA_TYPE}; charset=utf-8`, singular: true }],
  [OBJECT_MEDIA_TYPE, { contentType: `${OBJECT_MEDIA_TYPE}; charset=utf-8`, singular: true }],
  ["application/vnd.pgrst.object;nulls=stripped", stripped(OBJECT_MEDIA_TYPE, true)],
  [`${OBJECT_MEDIA_TYPE};nulls=stripped`, stripped(OBJECT_MEDIA_TYPE, true)],
]);

function stripped(mediaType: string, singular: boolean): AnswerType {
  return { contentType: `${mediaType};nulls=stripped; charset=utf-8`, singular };
}

/**
 * The first type of the client's liking that we have.
 *
 * @throws {RestError} PGRST107 when there is none.
 */
export function negotiate(accept: string | undefined): AnswerType {
  const wanted = (accept === undefined || accept.trim() === "" ? "*/*" : accept)
    .split(",")
    .map(parseRange)
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { mediaType, stripsNulls } of wanted) {
    const type =
      ANSWER_TYPES.get(mediaType + (stripsNulls ? ";nulls=stripped" : "")) ?? ANSWER_TYPES.get(mediaType);
    if (type) return type;
  }
  throw notAcceptable(wanted.map(({ text }) => text));
}

function parseRange(range: string) {
  const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = parameters
    .map((parameter) => /^q=([\d.]+)$/i.exec(parameter)?.[1])
    .find((q) => q !== undefined);
  const others = parameters.filter((parameter) => !/^q=/i.test(parameter));
  return {
    text: [name, ...others].join(";"),
    mediaType: name.toLowerCase(),
    stripsNulls: others.some((parameter) => parameter.replaceAll(" ", "").toLowerCase() === "nulls=stripped"),
    quality: quality === undefined ? 1 : Number(quality),
  };
}
