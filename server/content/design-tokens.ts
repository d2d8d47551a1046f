/** The colors of `site/styles/tokens.css` for files drawn on the server: images and the manifest use the same ones. */
import { readFileSync } from "node:fs";
import { inProject } from "../configuration/variables.ts";

const css = readFileSync(inProject("site/styles/tokens.css"), "utf8");

/** @throws {Error} when the stylesheet has no color of that name */
export function color(name: string): string {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
  if (!found) throw new Error(`tokens.css has no color --${name}.`);
  return found;
}
