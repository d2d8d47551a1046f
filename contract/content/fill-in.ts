export const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Fills in placeholders. Braces within a value
 * stay. @throws {Error} when a value is missing
 */
export function fillIn(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(PLACEHOLDER, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nothing is known for {${name}}.`);
    return String(value);
  });
}
