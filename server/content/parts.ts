import type { FieldPath } from "../../contract/content/fields.ts";

/**
 * Each part of a value with its path: the value itself, then what is within it.
 */
export function* partsWithin(
  value: unknown,
  at: FieldPath = [],
): Generator<[at: FieldPath, part: unknown]> {
  yield [at, value];
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value))
    yield* partsWithin(part, [...at, name]);
}
