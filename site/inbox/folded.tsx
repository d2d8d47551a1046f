/** A long text folds after six lines, and a checkbox unfolds it. */
import type { ReactNode } from "react";
import { useInbox } from "./frame.tsx";

/** Of a phone's width; a text of fewer fits into six lines. */
const SIX_LINES = { lines: 6, letters: 240 };

/** @param text what decides @param children the text as it is displayed */
export function Folded({ text, children = text }: { text: string; children?: ReactNode }) {
  const { unfold } = useInbox().leadContent;
  if (text.length <= SIX_LINES.letters && text.split("\n").length <= SIX_LINES.lines) return children;
  return (
    <>
      <span className="folded">{children}</span>
      <label className="unfold">
        <input type="checkbox" autoComplete="off" /> {unfold}
      </label>
    </>
  );
}
