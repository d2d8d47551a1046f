/**
 * An icon, drawn from lucide's data: all in one stroke, inlined, and only ever beside words, so none is read out.
 * Lucide's own React component would add its runtime to every page (docs/decisions/0004-dependencies.md).
 */
import type { IconNode } from "lucide";
import { createElement } from "react";

interface IconProps {
  drawing: IconNode;
  size?: number;
}

export function Icon({ drawing, size = 24 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}
