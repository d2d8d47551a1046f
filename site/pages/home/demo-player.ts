/** The demo's clock, as pure steps: what is played, since when, and which lines are out. Times in seconds. */
export interface Player {
  mode: "transcript" | "playing" | "paused";
  /** Seconds played. */
  elapsed: number;
}

/** Without script, and under reduced motion, the demo is its transcript. */
export const transcript: Player = { mode: "transcript", elapsed: 0 };

export const started: Player = { mode: "playing", elapsed: 0 };

/** Some seconds later. @param end when it is over */
export function tick(player: Player, seconds: number, end: number): Player {
  if (player.mode !== "playing") return player;
  const elapsed = Math.min(player.elapsed + seconds, end);
  return { mode: elapsed >= end ? "paused" : "playing", elapsed };
}

/** The lines to show: all in the transcript, else those whose moment has come. */
export function linesOut<Line extends { at: number }>(
  player: Player,
  lines: readonly Line[],
): readonly Line[] {
  return player.mode === "transcript" ? lines : lines.filter((line) => line.at <= player.elapsed);
}
