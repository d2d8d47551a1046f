/** A machine for tests with systemd as its first process: a copy of this one that leaves nothing behind (`boot.sh`). */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../scripts/root.ts";

const PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];

function run(words: readonly string[]) {
  const [program = "", ...args] = [...asRoot, ...words];
  return spawnSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 26 });
}

/** Whether this machine can boot another: it has systemd, and its user is root or may become it. */
export function canBoot(): boolean {
  return (
    existsSync("/lib/systemd/systemd") && run(["unshare", "--mount", "--pid", "--fork", "true"]).status === 0
  );
}

/** @param archive the folder that it has at /archive */
export async function bootMachine(archive: string) {
  const [program, ...args] = [...asRoot, join(root, "tests/machine/boot.sh"), archive];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line]: string[] = await once(createInterface(child.stdout), "line");
  const [pid = "", group = ""] = line?.split(" ") ?? [];
  const enter = `nsenter --target=${pid} --mount --pid --uts --ipc --net --cgroup env -i HOME=/root LANG=C.UTF-8 ${PATH}`;
  const attempt = (script: string) =>
    run([...enter.split(" "), "bash", "-ec", `cd /opt/nightshift 2>/dev/null || cd /archive\n${script}`]);
  const machine = {
    /** Runs a script as root in the site's folder, or in the archive's before that exists. */
    try: attempt,
    /** The same. @returns what it prints @throws {Error} when it fails */
    run(script: string): string {
      const { status, stdout, stderr } = attempt(script);
      if (status === 0) return stdout;
      throw new Error(`${script}\nended with ${status}:\n${stdout}${stderr}`);
    },
    async end(): Promise<void> {
      run(["kill", "-KILL", pid]);
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      run(["find", group, "-depth", "-type", "d", "-exec", "rmdir", "{}", "+"]);
    },
  };
  const isUp = "until systemctl is-system-running | grep -qE 'running|degraded'; do sleep 0.1; done";
  machine.run(`timeout 120 sh -c "${isUp}" 2>/dev/null`);
  return machine;
}
