/** What `ilike` and a search compare, for stores whose own functions know fewer alphabets or depend on a language. */

/** Greek has two small forms of sigma, and which one is made depends on what stands around it: here it is one. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}
