/** @returns a copy with these names only, in their order */
export function pick<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name>;
export function pick(
  whole: Readonly<Record<PropertyKey, unknown>>,
  names: readonly PropertyKey[],
): object {
  const own = names.filter((name) => name in whole);
  return Object.fromEntries(own.map((name) => [name, whole[name]]));
}
