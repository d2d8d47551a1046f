/** The site on a socket of another process, as systemd keeps it by `deploy/nightshift.socket`: it listens during a restart. */
import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "../machine/free-port.ts";
import { send } from "./server.ts";

/** Perl is on every Debian. It restarts the program whenever that has ended. Source: sd_listen_fds(3). */
const KEEPER = String.raw`use Socket; use POSIX; $^F = 9; my $port = shift;
socket(my $s, PF_INET, SOCK_STREAM, 0); setsockopt($s, SOL_SOCKET, SO_REUSEADDR, 1);
bind($s, sockaddr_in($port, INADDR_LOOPBACK)) or die "port: $!"; listen($s, 4096);
my $child; $SIG{TERM} = sub { kill 9, $child; exit };
$SIG{HUP} = sub { kill 15, $child };
while (1) {
  unless ($child = fork) { POSIX::dup2(fileno($s), 3); $ENV{LISTEN_FDS} = 1; $ENV{LISTEN_PID} = $$; exec @ARGV }
  1 while waitpid($child, 0) != $child;
}`;

/** @returns its port, and a function that restarts it in order */
export async function startOnKeptSocket(
  env: Record<string, string>,
  main: string,
): Promise<{ port: number; restart: () => void }> {
  const port = await freePort();
  const keeper = spawn("perl", ["-e", KEEPER, String(port), process.execPath, main], {
    // Ignored: the socket has the port.
    env: { ...env, PORT: "1" },
    stdio: "ignore",
  });
  onTestFinished(() => void keeper.kill("SIGTERM"));
  for (let tries = 0; ; tries++) {
    const ready = await send(port, { path: "/readyz" }).catch(() => undefined);
    if (ready?.status === 200) return { port, restart: () => keeper.kill("SIGHUP") };
    if (tries === 200) throw new Error("The site did not start on the socket.");
    await wait(50);
  }
}
