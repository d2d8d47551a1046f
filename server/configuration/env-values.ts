/** How a value of the environment is read. Each error names its variable. */

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

export function text(source: EnvSource, variable: string): string | undefined {
  const value = source[variable]?.trim();
  return value === "" ? undefined : value;
}

export function list(source: EnvSource, variable: string): string[] | undefined {
  return text(source, variable)
    ?.split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** @throws {EnvError} for what is no origin, with nothing behind the host and no default port */
export function origins(source: EnvSource, variable: string): string[] | undefined {
  const listed = text(source, variable)?.split(/[\s,]+/);
  for (const origin of listed ?? []) {
    if (
      !/^(https?|wss?):[\w.:/[\]-]+$/.test(origin) ||
      !URL.canParse(origin) ||
      new URL(origin).origin !== origin
    ) {
      throw new EnvError(variable, `must list origins like https://example.com, but has "${origin}".`);
    }
  }
  return listed;
}

export function wholeNumber(
  source: EnvSource,
  variable: string,
  min: number,
  max: number,
): number | undefined {
  const value = text(source, variable);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new EnvError(variable, `must be a whole number from ${min} to ${max}, but is "${value}".`);
  }
  return number;
}

/** The value as it was read; the sentence never shows it, since it may hold a password. */
export function parsed<Value>(
  source: EnvSource,
  variable: string,
  parse: (value: string) => Value | undefined,
  problem: string,
): Value | undefined {
  const value = text(source, variable);
  if (value === undefined) return undefined;
  const read = parse(value);
  if (read === undefined) throw new EnvError(variable, problem);
  return read;
}

/** A key travels in headers and stands in HTML, so it is kept to what needs no escaping in either. */
export function key(source: EnvSource, variable: string): string | undefined {
  const value = text(source, variable);
  if (value === undefined) return undefined;
  if (value.length < MIN_KEY_LENGTH) {
    throw new EnvError(variable, `must have at least ${MIN_KEY_LENGTH} characters.`);
  }
  if (!/^[\w.~+/=-]+$/.test(value)) {
    throw new EnvError(variable, "may only contain letters, digits and . _ ~ + / = -");
  }
  return value;
}
