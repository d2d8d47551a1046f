import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs a package of Debian, where this is Debian and this user may; says so first. */
export function installDebianPackage(name: string, why: string): void {
  if (!existsSync("/usr/bin/apt-get")) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  console.log(`${why}; installing Debian's ${name} …`);
  for (const words of [["update"], ["install", "-y", "--no-install-recommends", name]]) {
    const [command = "apt-get", ...args] = [...sudo, "apt-get", "-q", ...words];
    spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: 600_000 });
  }
}
