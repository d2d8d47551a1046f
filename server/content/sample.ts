/**
 * The texts of the delivered content, from
 * which an owner's content can be completed.
 */

import { join } from "node:path";
import {
  fieldAt,
  fileOfPart,
  pathInFile,
  type FieldPath,
} from "../../contract/content/fields.ts";
import { SAMPLE_CONTENT } from "../settings/env.ts";
import { readTextFile } from "../settings/text-file.ts";
import { yamlValueAt } from "./change-yaml.ts";

/** @returns undefined if the sample has no such file */
export function sampleText(file: string): string | undefined {
  const read = readTextFile(join(SAMPLE_CONTENT, file));
  return "text" in read ? read.text : undefined;
}

/**
 * Takes what a part needs and lacks from the
 * sample's part. Lists stay as they are.
 */
export function completed(
  own: unknown,
  sample: unknown,
  at: FieldPath = [],
): unknown {
  if (own === undefined) return fieldAt(at)?.isOptional ? undefined : sample;
  if (!isGroup(own) || !isGroup(sample)) return own;
  const names = new Set([...Object.keys(sample), ...Object.keys(own)]);
  const parts = Array.from(names, (name) => [
    name,
    completed(own[name], sample[name], [...at, name]),
  ]);
  return Object.fromEntries(parts);
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A part or a list of the sample. */
export function sampleAt(at: FieldPath): unknown {
  const text = sampleText(fileOfPart(at) ?? "");
  return text === undefined ? undefined : yamlValueAt(text, pathInFile(at));
}
