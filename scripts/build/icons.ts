/** The drawings of the icons that the content names. Only these reach a page: lucide has 2,000. */
import { createRequire } from "node:module";
import type { IconNode } from "lucide";
import { ContentError } from "./content-error.ts";

const require = createRequire(import.meta.url);

/** Names that are shorter than lucide's, or mean another drawing there. */
const SHORT: Record<string, string> = {
  message: "message-square",
  calendar: "calendar-check",
  contact: "contact-round",
  chart: "chart-column",
  check: "circle-check",
};

/** By the names in the content. @throws {ContentError} naming those that lucide does not have */
export function readIcons(names: readonly string[]): Record<string, IconNode> {
  return Object.fromEntries([...new Set(names)].map((name) => [name, drawing(name)]));
}

function drawing(name: string): IconNode {
  const file = SHORT[name] ?? name;
  try {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(file)) throw new Error("No name of a file.");
    const { default: icon }: { default: IconNode } = require(`lucide/dist/esm/icons/${file}.mjs`);
    return icon;
  } catch (error) {
    throw new ContentError(`site/content: the icon "${name}" is not one of https://lucide.dev/icons`, {
      cause: error,
    });
  }
}
