/**
 * Draws an icon from lucide's data, because lucide's component adds a runtime.
 */

import type { IconNode } from "lucide";
import { createElement } from "react";

export function Icon({
  drawing,
  size = 24,
}: {
  drawing: IconNode;
  size?: number;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {drawing.map(([tag, attributes], index) =>
        createElement(tag, { ...attributes, key: index }),
      )}
    </svg>
  );
}
