/** The demo's state: opens and closes the dialog, runs its clock, stops it when the dialog closes. */
import { useEffect, useRef, useState, type MouseEvent, type SyntheticEvent } from "react";
import { prefersReducedMotion } from "../../components/reduced-motion.ts";
import { countStep } from "../../count-step.ts";
import { started, tick, transcript } from "./demo-player.ts";

const TICK_MS = 100;

export type DemoControls = ReturnType<typeof useDemo>;

/** @param seconds how long the demo plays */
export function useDemo(seconds: number) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [player, show] = useState(transcript);

  useEffect(() => {
    if (player.mode !== "playing") return;
    const timer = setInterval(() => show((now) => tick(now, TICK_MS / 1000, seconds)), TICK_MS);
    return () => clearInterval(timer);
  }, [player.mode, seconds]);

  const watched = player.mode === "paused" && player.elapsed >= seconds;
  useEffect(() => {
    if (watched) countStep("demo");
  }, [watched]);

  function open(event: SyntheticEvent): void {
    // Else the button would open it as a popover, as it does before the script is there.
    event.preventDefault();
    const element = dialog.current;
    element?.hidePopover?.();
    // Before Firefox 98 and Safari 15.4 there are no dialogs: it opens where it stands.
    if (!element?.showModal) element?.setAttribute("open", "");
    else if (!element.open) element.showModal();
    show(prefersReducedMotion() ? transcript : started);
  }

  function close(): void {
    const element = dialog.current;
    if (element?.showModal) element.close();
    else element?.removeAttribute("open");
    element?.hidePopover?.();
  }

  /** Safari does not know `closedby`; a click on the backdrop is one on the dialog, outside its box. */
  function closeBeside({
    target,
    currentTarget,
    clientX: x,
    clientY: y,
  }: MouseEvent<HTMLDialogElement>): void {
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
    if (target === currentTarget && (x < left || x > right || y < top || y > bottom)) close();
  }

  return { dialog, player, show, open, close, closeBeside };
}
