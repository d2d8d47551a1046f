/** How icons are drawn: elements with their attributes, as lucide has them. */
import { icons, type IconNode } from "lucide";
import { ContentError } from "./content-error.ts";

/** Names that are shorter than lucide's, or mean another drawing there. */
const SHORT: Record<string, string> = {
  message: "message-square",
  calendar: "calendar-check",
  contact: "contact-round",
  chart: "chart-column",
  check: "circle-check",
};

/** By the names of https://lucide.dev/icons, which code writes as MessageSquare. */
const drawings = new Map(Object.entries(icons).map(([name, drawing]) => [name.toLowerCase(), drawing]));

/** By the names in the content. @throws {ContentError} naming those that lucide does not have */
export function readIcons(names: readonly string[]): Record<string, IconNode> {
  return Object.fromEntries([...new Set(names)].map((name) => [name, drawingOf(name)]));
}

function drawingOf(name: string): IconNode {
  const file = SHORT[name] ?? name;
  const drawing = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(file) ? drawings.get(file.replaceAll("-", "")) : undefined;
  if (drawing) return drawing;
  throw new ContentError(`content: the icon "${name}" is not one of https://lucide.dev/icons`);
}
