/** What `ilike` compares, for stores whose own functions know fewer alphabets or depend on a language. */

/** Character by character, so that it does not matter what stands around it; the Greek sigma has two small forms. */
export function foldCase(text: string): string {
  return Array.from(text, (character) => character.toLowerCase())
    .join("")
    .replaceAll("ς", "σ");
}
