/** How icons are drawn: elements with their attributes, as lucide has them. */
import { icons, type IconNode } from "lucide";

/** By the names of https://lucide.dev/icons, which code writes as MessageSquare. */
const drawings = new Map(Object.entries(icons).map(([name, drawing]) => [name.toLowerCase(), drawing]));

/** By the names in the content, without those that lucide does not have. */
export function readIcons(names: readonly string[]): Record<string, IconNode> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const isName = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
      const drawing = isName ? drawings.get(name.replaceAll("-", "")) : undefined;
      return drawing ? [[name, drawing]] : [];
    }),
  );
}
