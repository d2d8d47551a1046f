import { spawnSync } from "node:child_process";

export function findProgram(...names: string[]): string | undefined {
  // A user's path often has no folder of server programs.
  const places = names.flatMap((name) => [name, `/usr/sbin/${name}`]);
  const { error, stdout } = spawnSync("which", places, { encoding: "utf8" });
  return error ? undefined : stdout.split("\n").find((path) => path !== "");
}
