/**
 * Finds what was drawn for an earlier site.
 * Drawing takes most of the time of a rendering.
 */

import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../contract/attempt.ts";

/** In the folder of a site: a JSON object with the file of each key. */
export const DRAWINGS = join("render", "drawings.json");

export interface Drawings {
  /**
   * The hash of the program's sources, which
   * hold the fonts and the way to draw.
   */
  program: string;
  find: (key: string) => Buffer | undefined;
}

/** @param sites the folders of earlier sites, of which some may be damaged */
export function readDrawings(
  sites: readonly string[],
  program: string,
): Drawings {
  const files = new Map<string, string>();
  for (const site of sites) {
    const drawn: Record<string, string> =
      attempt(() => JSON.parse(readFileSync(join(site, DRAWINGS), "utf8"))) ??
      {};
    for (const [key, file] of Object.entries(drawn))
      files.set(key, join(site, "site", file));
  }
  const find = (key: string) => {
    const file = files.get(key);
    return file === undefined ? file : attempt(() => readFileSync(file));
  };
  return { program, find };
}

/** One hash of all that an image is drawn from. */
export const drawingKey = (program: string, width: number, svg: string) =>
  hash("sha256", `${program} ${width} ${svg}`, "hex");
