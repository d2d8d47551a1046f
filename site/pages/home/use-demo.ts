/** The demo's state: opens the dialog, runs its clock, stops it when the dialog closes. */
import { useEffect, useReducer, useRef, type RefObject, type SyntheticEvent } from "react";
import { prefersReducedMotion } from "../../components/reduced-motion.ts";
import { step, transcript, type Player, type PlayerEvent } from "./demo-player.ts";

const TICK_MS = 100;

export interface DemoControls {
  dialog: RefObject<HTMLDialogElement | null>;
  player: Player;
  send: (event: PlayerEvent) => void;
  open: (event: SyntheticEvent) => void;
}

/** @param seconds how long the demo plays */
export function useDemo(seconds: number): DemoControls {
  const dialog = useRef<HTMLDialogElement>(null);
  const [player, send] = useReducer(step, transcript);

  useEffect(() => {
    if (player.mode !== "playing") return;
    const timer = setInterval(() => send({ type: "tick", seconds: TICK_MS / 1000, end: seconds }), TICK_MS);
    return () => clearInterval(timer);
  }, [player.mode, seconds]);

  function open(event: SyntheticEvent): void {
    // The button's own command would open it a second time, and the browser would complain.
    event.preventDefault();
    if (!dialog.current?.open) dialog.current?.showModal();
    send({ type: prefersReducedMotion() ? "transcript" : "restart" });
  }

  return { dialog, player, send, open };
}
