/** The demo's clock as a pure reducer: what is played, since when, and which lines are out. Times in seconds. */
export interface Player {
  mode: "transcript" | "playing" | "paused";
  /** Seconds played. */
  elapsed: number;
}

export type PlayerEvent =
  | { type: "play" }
  | { type: "pause" }
  | { type: "restart" }
  | { type: "transcript" }
  | { type: "tick"; seconds: number; end: number };

/** Without script, and under reduced motion, the demo is its transcript. */
export const transcript: Player = { mode: "transcript", elapsed: 0 };

export function step(player: Player, event: PlayerEvent): Player {
  switch (event.type) {
    case "play":
      return { ...player, mode: "playing" };
    case "pause":
      return { ...player, mode: "paused" };
    case "restart":
      return { mode: "playing", elapsed: 0 };
    case "transcript":
      return transcript;
    case "tick": {
      if (player.mode !== "playing") return player;
      const elapsed = Math.min(player.elapsed + event.seconds, event.end);
      return { mode: elapsed >= event.end ? "paused" : "playing", elapsed };
    }
  }
}

/** The lines to show: all in the transcript, else those whose moment has come. */
export function linesOut<Line extends { at: number }>(
  player: Player,
  lines: readonly Line[],
): readonly Line[] {
  return player.mode === "transcript" ? lines : lines.filter((line) => line.at <= player.elapsed);
}
