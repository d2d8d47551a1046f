/** `npm run check`: format, lint and types in seconds. `npm test` runs the same and every test. */
import { spawnSync } from "node:child_process";
import { root } from "../../scripts/root.ts";

const steps = [
  ["oxfmt", "--check"],
  // One program load serves the lint rules and the types.
  ["oxlint", "--type-check", "--deny-warnings"],
];
for (const [command = "", ...args] of steps) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
