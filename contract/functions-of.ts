/** Returns an object with a function for each name of a table, which also gives the functions' types. */
export function functionsOf<Functions extends object>(
  table: Record<keyof Functions, unknown>,
  make: (name: Extract<keyof Functions, string>) => (...input: never[]) => unknown,
): Functions {
  const made: Partial<Record<keyof Functions, unknown>> = {};
  for (const name in table) made[name] = make(name);
  const isWhole = (some: object): some is Functions => Object.keys(table).every((name) => name in some);
  if (isWhole(made)) return made;
  throw new Error("An operation has no function.");
}
