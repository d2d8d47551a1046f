/** `npm run test:systemd`: the pages for an own server, line by line, on systemd in a privileged container. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { block, commandsOf, type Block } from "../documentation/blocks.ts";
import { certificateFor } from "../fakes/certificate.ts";

const SYSTEMD = "docs/deploy/systemd.md";
const PROXY = "docs/deploy/proxy.md";
const NAME = `nightshift-test-${randomBytes(4).toString("hex")}`;
const MACHINE = `FROM debian:bookworm-slim
RUN apt-get -q update && apt-get install -y --no-install-recommends systemd curl ca-certificates
CMD ["/lib/systemd/systemd"]`;
/** The folder with the release, as another machine built it. */
const archives = mkdtempSync(join(tmpdir(), "nightshift-release-"));
const CERTIFICATE = "/etc/letsencrypt/live/www.your-name.example";

function docker(args: string[], input = ""): string {
  const { status, stdout, stderr, error } = spawnSync("docker", args, { encoding: "utf8", input });
  if (status !== 0) throw new Error(`docker ${args.join(" ")}: ${error?.message ?? stdout + stderr}`);
  return stdout;
}

/** Runs as root on that machine, in the site's folder once it exists, before that in the archive's. */
function onMachine(script: string): string {
  return docker(["exec", NAME, "bash", "-ec", `cd /opt/nightshift 2>/dev/null || cd /archive\n${script}`]);
}

/** Runs the commands of a block that need no public name, as written, in one shell. */
function run(written: Block): void {
  onMachine(
    commandsOf(written)
      .filter((command) => !command.endsWith("# not run here"))
      .join("\n"),
  );
}

beforeAll(async () => {
  const packed = spawnSync(process.execPath, [join(root, "scripts", "release.ts"), archives], {
    encoding: "utf8",
  });
  if (packed.status !== 0) throw new Error(packed.stderr);
  docker(["build", "--tag", NAME, "-"], MACHINE);
  docker([
    "run",
    "--detach",
    `--name=${NAME}`,
    "--privileged",
    "--cgroupns=host",
    "--volume=/sys/fs/cgroup:/sys/fs/cgroup",
    "--tmpfs=/run",
    `--volume=${archives}:/archive:ro`,
    NAME,
  ]);
  for (let tries = 0; !/running|degraded/.test(state()); tries++) {
    if (tries === 300) throw new Error(`systemd did not start: ${docker(["logs", NAME])}`);
    await wait(100);
  }
});

afterAll(() => {
  docker(["rm", "--force", "--volumes", NAME]);
  docker(["rmi", NAME]);
  rmSync(archives, { recursive: true, force: true });
});

function state(): string {
  return spawnSync("docker", ["exec", NAME, "systemctl", "is-system-running"], { encoding: "utf8" }).stdout;
}

test("the site is installed, answers, is updated, and the command line finds it", () => {
  run(block(SYSTEMD, "useradd"));
  run(block(SYSTEMD, "deploy/nightshift.service"));
  expect(onMachine("systemctl show --property=ActiveState nightshift")).toBe("ActiveState=active\n");
  expect(onMachine("current/bin/nightshift update /archive/nightshift-*.tar.gz")).toContain("The site runs");
  onMachine("runuser -u nightshift -- current/bin/nightshift leads test");
  run(block(SYSTEMD, "leads list"));
});

test("its backups are copied off-site at once and by a timer, and a drill restores them", () => {
  const settings = "RESTIC_REPOSITORY=/var/lib/nightshift/repository\nRESTIC_PASSWORD=password";
  onMachine(`printf '${settings}' > backup.env; chmod 600 backup.env`);
  run(block("docs/backups.md", "nightshift-backup.timer"));
  expect(onMachine("systemctl list-timers nightshift-*")).toMatch(/backup.timer[^]*drill.timer/);
  expect(onMachine("ls /var/lib/nightshift/backups")).toContain("elsewhere");
  expect(onMachine("journalctl -u nightshift-drill")).toContain("has every lead from before it was made");
});

test("a rollback over a change of the schema keeps every lead, and the site runs as its own user", () => {
  onMachine(`cp -a "$(readlink -f current)" releases/next
    cd releases/next/server/storage/sqlite/migrations
    echo 'CREATE TABLE later (id TEXT);' > "$(printf %03d $(($(ls | wc -l) + 1)))-later.sql"
    cd /opt/nightshift
    ln -sfn "$(readlink current)" previous
    ln -sfn releases/next current
    systemctl restart nightshift
    curl --fail --retry 10 --retry-all-errors http://127.0.0.1:3000/readyz`);
  expect(onMachine("journalctl -u nightshift")).toContain("-later.sql");
  onMachine(
    "current/bin/nightshift leads add --name Since --email since@visitor.example --company-name Roofs --selected-service ai-chatbot --problems Calls",
  );
  onMachine("current/bin/nightshift rollback");
  expect(onMachine("readlink current")).not.toContain("next");
  expect(onMachine("current/bin/nightshift leads list --show all")).toContain("Since");
});

test("it cannot change its own code, and nobody else reads its leads", () => {
  expect(onMachine("runuser -u nightshift -- touch /opt/nightshift/x || echo no")).toContain("no");
  expect(onMachine("runuser -u nobody -- ls /var/lib/nightshift || echo no")).toContain("no");
});

test("it is restarted when it dies", () => {
  onMachine("systemctl kill --signal=SIGKILL nightshift");
  onMachine("curl --retry 10 --retry-connrefused http://127.0.0.1:3000/readyz");
});

const pages = "curl --insecure --resolve www.your-name.example:443:127.0.0.1 https://www.your-name.example/";

test("nginx works in front of it", () => {
  const { key, cert } = certificateFor("www.your-name.example");
  onMachine(`mkdir -p ${CERTIFICATE}
    echo '${key}' > ${CERTIFICATE}/privkey.pem
    echo '${cert}' > ${CERTIFICATE}/fullchain.pem`);
  run(block(PROXY, "certbot"));
  expect(onMachine(pages)).toContain("<title>");
  expect(onMachine(`${pages}readyz`)).toBe('{"status":"ready"}');
});

test("Caddy works in front of it", () => {
  onMachine("systemctl disable --now nginx");
  run(block(PROXY, "caddy validate"));
  expect(onMachine("systemctl show --property=ActiveState caddy")).toBe("ActiveState=active\n");
});

test("several sites and a worker share a PostgreSQL, and are updated together", () => {
  onMachine("systemctl disable --now caddy; apt-get -q install -y postgresql; systemctl start postgresql");
  onMachine(`runuser -u postgres -- psql -c "create role nightshift login password 'x'"
    runuser -u postgres -- createdb --owner=nightshift nightshift
    echo DATABASE_URL=postgres://nightshift:x@127.0.0.1/nightshift >> .env`);
  run(block(SYSTEMD, "nightshift@.service"));
  const [, service = ""] = /`(--service "[^"]+")`/.exec(readFileSync(join(root, SYSTEMD), "utf8")) ?? [];
  const update = `current/bin/nightshift update ${service} /archive/nightshift-*.tar.gz`;
  expect(onMachine(update)).toContain("The site runs");
  for (const port of [3001, 3002]) onMachine(`curl --fail http://127.0.0.1:${port}/readyz`);
  onMachine("runuser -u nightshift -- current/bin/nightshift leads test");
});
