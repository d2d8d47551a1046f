/** The colors of `site/styles/tokens.css`, for what is drawn at build: images and the manifest use the same ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

export type ColorToken =
  | "night"
  | "night-raised"
  | "night-rule"
  | "night-text"
  | "night-dim"
  | "signal"
  | "done"
  | "paper";

/** @throws {Error} when the stylesheet has no color of that name */
export function readColors(): Record<ColorToken, string> {
  const css = readFileSync(join(root, "site", "styles", "tokens.css"), "utf8");
  const color = (name: ColorToken): string => {
    const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
    if (!found) throw new Error(`tokens.css has no color --${name}.`);
    return found;
  };
  return {
    night: color("night"),
    "night-raised": color("night-raised"),
    "night-rule": color("night-rule"),
    "night-text": color("night-text"),
    "night-dim": color("night-dim"),
    signal: color("signal"),
    done: color("done"),
    paper: color("paper"),
  };
}
