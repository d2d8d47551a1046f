/** How icons are drawn: elements with their attributes, as lucide has them. */
import { icons, type IconNode } from "lucide";

/** By the names of https://lucide.dev/icons, which code writes as MessageSquare. */
const drawings = new Map(Object.entries(icons).map(([name, drawing]) => [name.toLowerCase(), drawing]));

/** By the names in the content. */
export function readIcons(names: readonly string[]): Record<string, IconNode> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const drawing = drawingOf(name);
      return drawing ? [[name, drawing]] : [];
    }),
  );
}

/** A sentence for each name that lucide does not have. */
export function wrongIcons(names: readonly string[]): string[] {
  return names
    .filter((name) => !drawingOf(name))
    .map((name) => `content: the icon "${name}" is not one of https://lucide.dev/icons`);
}

function drawingOf(name: string): IconNode | undefined {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? drawings.get(name.replaceAll("-", "")) : undefined;
}
