/** What a browser sends to the inbox, read: parameters, forms and the text of a note. */
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import { isReadable } from "../../contract/validation.ts";
import type { FastifyRequest } from "fastify";
import { parseFormBody } from "../http/form-body.ts";

export function readQuery(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : request.url.slice(at));
}

/** The fields of a form; undefined when it is none. A button alone sends a form without fields. */
export function readForm(request: FastifyRequest): ReadonlyMap<string, string> | undefined {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return new Map();
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return type === "application/x-www-form-urlencoded" ? parseFormBody(request.body) : undefined;
}

/** The text of a note as it is kept; undefined when it is too long or holds what no keyboard types. */
export function readNote(text: string): string | undefined {
  const note = text.replaceAll("\r\n", "\n").trim();
  return !isReadable(note) || Array.from(note).length > MAX_NOTE_LENGTH ? undefined : note;
}
