/** The state of the demo, and how each event changes the state. */

export const TICK_MS = 100;
const FIRST_LINE_SECONDS = 0.5;
const LAST_LINE_SECONDS = 2;

/** A conversation, as nodes of the page. */
export interface Said {
  label: readonly (Node | string)[];
  lines: readonly Element[];
}

export interface DemoState extends Said {
  mode: "choosing" | "transcript" | "playing" | "paused" | "ended";
  playedMs: number;
  /** The length of the whole demo. */
  seconds: number;
  /** The path of the chosen trade's page. */
  trade?: string;
}

export const PRESSES = ["toggle", "restart", "transcript"] as const;

/** `isStill` means that the visitor prefers no motion. */
export type DemoEvent =
  | { type: "open"; isStill: boolean; asksForTrade: boolean }
  | { type: "choose"; trade: string }
  | { type: "loaded"; trade: string; said: Said; isStill: boolean }
  | { type: (typeof PRESSES)[number] | "tick" };

export function next(state: DemoState, event: DemoEvent): DemoState {
  const { mode, trade } = state;
  switch (event.type) {
    case "open":
      if (event.isStill) return begin(state, "transcript");
      return begin(state, event.asksForTrade ? "choosing" : "playing");
    case "choose":
      return { ...state, mode: "paused", playedMs: 0, trade: event.trade, lines: [] };
    case "loaded":
      // Since the request, the visitor may have chosen a different trade or closed the demo.
      if (trade !== event.trade) return state;
      return begin({ ...state, ...event.said }, event.isStill ? "transcript" : "playing");
    case "toggle":
      return { ...state, mode: mode === "playing" ? "paused" : "playing" };
    case "restart":
      return begin(state, "playing");
    case "transcript":
      return begin(state, "transcript");
    case "tick": {
      const playedMs = state.playedMs + TICK_MS;
      return { ...state, playedMs, mode: playedMs < state.seconds * 1000 ? mode : "ended" };
    }
  }
}

function begin(state: DemoState, mode: DemoState["mode"]): DemoState {
  return { ...state, mode, playedMs: 0 };
}

export function dueLines({ mode, playedMs, seconds, lines }: DemoState): readonly Element[] {
  if (mode === "transcript") return lines;
  const lengths = lines.map(({ textContent }) => textContent.length);
  const due = lineTimes(lengths, seconds).filter((time) => time * 1000 <= playedMs);
  return lines.slice(0, due.length);
}

/** Seconds until each line. A line after a longer line comes later. @param lengths in letters */
export function lineTimes(lengths: readonly number[], seconds: number): number[] {
  const efforts = lengths.slice(0, -1).map((length) => 20 + length);
  const effort = efforts.reduce((sum, each) => sum + each, 0);
  const pace = (seconds - FIRST_LINE_SECONDS - LAST_LINE_SECONDS) / effort;
  const times = [FIRST_LINE_SECONDS];
  for (const [index, each] of efforts.entries()) times.push((times[index] ?? 0) + each * pace);
  return times;
}
