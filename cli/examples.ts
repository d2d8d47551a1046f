/** The examples at the end of a command's help. */

/** @param calls what stands after `npm run leads -- `; one that says more than that says all of it */
export function examples(...calls: string[]): string {
  const lines = calls.map((call) => `  ${call.includes("npm ") ? call : `npm run leads -- ${call}`}`);
  return ["", calls.length === 1 ? "Example:" : "Examples:", ...lines].join("\n");
}
