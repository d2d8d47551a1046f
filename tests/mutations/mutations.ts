/** Small faults that are planted in the code, one at a time: `npm run test:mutations`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { root } from "../../scripts/root.ts";

const MutationSchema = v.strictObject({
  /** What the site would do wrong. */
  why: v.string(),
  /** Occurs once in the file. */
  find: v.string(),
  replace: v.string(),
});

/** By file; `near` are the tests that should notice, besides the one beside the file. */
const FileSchema = v.strictObject({ near: v.array(v.string()), mutations: v.array(MutationSchema) });

export interface Mutation extends v.InferOutput<typeof MutationSchema> {
  file: string;
  near: string[];
}

/** @throws {v.ValiError} when the data have another form */
export function readMutations(): Mutation[] {
  const text = readFileSync(join(root, "tests", "mutations", "mutations.json"), "utf8");
  const files = v.parse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), FileSchema)), text);
  return Object.entries(files).flatMap(([file, { near, mutations }]) => {
    const beside = [file.replace(/\.m?tsx?$|\.mjs$/, ".test.ts"), file.replace(/\.tsx?$/, ".test.tsx")];
    const tests = [...new Set([...beside.filter((test) => existsSync(join(root, test))), ...near])];
    return mutations.map((mutation) => ({ file, near: tests, ...mutation }));
  });
}
