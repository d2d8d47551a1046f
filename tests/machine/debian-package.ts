import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs packages on Debian when this user may, and says so first. */
export function installDebianPackages(names: readonly string[], why: string): void {
  if (!existsSync("/usr/bin/apt-get")) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  console.log(`${why}; installing Debian's ${names.join(", ")} …`);
  for (const words of [["update"], ["install", "-y", "--no-install-recommends", ...names]]) {
    const [command = "apt-get", ...args] = [...sudo, "apt-get", "-q", ...words];
    spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: 600_000 });
  }
}
