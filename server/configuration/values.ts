/** What values of the environment can be. What is said of a wrong one ends the sentence that its variable begins. */
import * as v from "valibot";

export type EnvSource = Record<string, string | undefined>;

/** A variable that cannot be used. The message is a sentence for the operator. */
export class EnvError extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
    this.name = "EnvError";
  }
}

/** Short enough to type by accident is short enough to guess. */
const MIN_KEY_LENGTH = 20;

/**
 * Reads some variables, each of which may be left out. An empty value counts as not set.
 *
 * @throws {EnvError} naming the first that cannot be used.
 */
export function read<Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  schema: Schema,
  source: EnvSource,
) {
  const set = Object.keys(schema.entries).map((name) => [name, source[name]?.trim() || undefined]);
  const known = v.safeParse(v.partial(schema), Object.fromEntries(set), { abortPipeEarly: true });
  if (known.success) return known.output;
  const [{ path, message }] = known.issues;
  throw new EnvError(String(path?.[0].key), message);
}

export const whole = (min: number, max: number) =>
  v.message(
    v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(min), v.maxValue(max)),
    ({ input }) => `must be a whole number from ${min} to ${max}, but is "${String(input)}".`,
  );

/** A key travels in headers and stands in HTML, so it is kept to what needs no escaping in either. */
export const key = v.pipe(
  v.string(),
  v.minLength(MIN_KEY_LENGTH, `must have at least ${MIN_KEY_LENGTH} characters.`),
  v.regex(/^[\w.~+/=-]+$/, "may only contain letters, digits and . _ ~ + / = -"),
);

/** @param problem of a value that does not pass */
export const checked = (test: (text: string) => boolean, problem: v.ErrorMessage<v.CheckIssue<string>>) =>
  v.pipe(v.string(), v.check(test, problem));

/** Several, with commas between. @param problem of the first that does not pass */
export const each = (test: (text: string) => boolean, problem: (text: string) => string, separator = /,/) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(separator).map((item) => item.trim())),
    v.filterItems((item) => item !== ""),
    v.minLength(1, "lists nothing."),
    v.array(checked(test, ({ input }) => problem(input))),
  );

/** With nothing behind the host, and no default port. */
export const origins = each(
  (text) => /^(https?|wss?):[\w.:/[\]-]+$/.test(text) && URL.parse(text)?.origin === text,
  (text) => `must list origins like https://example.com, but has "${text}".`,
  /[\s,]+/,
);

/** What is made of a value; nothing is made of a wrong one. */
export const parsed = <Value>(parse: (text: string) => Value | undefined, problem: string) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value);
      if (value === undefined) addIssue({ message: problem });
      return value ?? NEVER;
    }),
  );
