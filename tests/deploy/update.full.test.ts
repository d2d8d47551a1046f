/** Releases on a server: updates and rollbacks, whatever happens in between. */
import { once } from "node:events";
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { spawnSync, type ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { callForm, openTimesAt } from "../fakes/callers.ts";
import { describePostgres, temporaryDatabase } from "../fakes/postgres.ts";
import { contentOfBefore, packRelease, startServerWithReleases, type Changes } from "../fakes/releases.ts";
import { postLead, untilReady } from "../fakes/process.ts";
import { sendRequest } from "../fakes/server.ts";
import { freePort } from "../machine/free-port.ts";
import { postgresOutbox, sqliteOutbox } from "../outbox/deliveries.ts";

/** A busy machine starts the site slowly, and these tests do so up to fifteen times. Milliseconds. */
const TIMEOUT_MS = 240_000;
/** Moments at which an update or a rollback is killed, spread over its duration. */
const STEPS = 4;

type Server = Awaited<ReturnType<typeof startServerWithReleases>>;

const current = ({ home }: Server) => readlinkSync(join(home, "current"));
async function started(settings?: string): Promise<Server> {
  const server = await startServerWithReleases(settings);
  server.service("start");
  await untilReady(server.port);
  return server;
}

async function killAfter(killed: ChildProcess, milliseconds: number): Promise<void> {
  await wait(milliseconds);
  killed.kill("SIGKILL");
  if (killed.exitCode === null && killed.signalCode === null) await once(killed, "exit");
}

const leads = (server: Server): string => server.run("leads", "list", "--json").stdout;

test(
  "an update backs up, switches and restarts; a rollback takes it back",
  async () => {
    const { content, words } = contentOfBefore();
    const server = await started(`CONTENT_DIR=${content}`);
    await postLead(server.port, server.dataDir, { name: "Before the update" });
    const updated = server.update(await packRelease("1.1.0"));
    expect(updated.stdout).toContain("Added from the sample: content/home.yaml: header.menuLabel\n");
    expect(readFileSync(join(content, "home.yaml"), "utf8")).toBe(words);
    expect(updated).toMatchObject({ status: 0, stdout: expect.stringContaining("The site runs 1.1.0.") });
    expect(updated.stdout).toContain("Backed up 1 lead to");
    expect(server.run("version").stdout).toBe("1.1.0\n");
    await postLead(server.port, server.dataDir, { name: "After the update" });

    expect(server.rollback()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("The site runs 1.0.0."),
    });
    expect(current(server)).toBe("releases/1.0.0");
    expect(leads(server)).toMatch(/(Before|After) the update.*(?!\1)(Before|After) the update/s);
    expect(server.rollback().stdout).toContain("The site runs 1.1.0.");
    // The same version with other content is a release of its own; a release that no link names is removed.
    const archive = await packRelease("1.1.0");
    const other = server.update(archive, { trial: 0 });
    expect(other.stdout).toMatch(/The site runs 1\.1\.0\+[0-9a-f]{8}\./);
    expect(readdirSync(join(server.home, "releases")).toSorted()).toEqual([
      "1.1.0",
      expect.stringMatching(/^1\.1\.0\+/),
    ]);
    // The same archive again is the current release, and the one before stays within reach.
    const again = server.update(archive, { trial: 0 });
    expect(again.stdout.split("\n").at(-2)).toBe(other.stdout.split("\n").at(-2));
    // Without time to get ready, not even the way back is: the release before stays within reach.
    expect(server.update(await packRelease("1.2.0"), { wait: 0, trial: 0 }).stderr).toContain(
      "is the current release, and not",
    );
    expect(readlinkSync(join(server.home, "previous"))).toBe("releases/1.1.0");
  },
  TIMEOUT_MS,
);

test(
  "nothing changes with an unusable archive or a full disk",
  async () => {
    const server = await startServerWithReleases();
    const archive = await packRelease("1.1.0");
    for (const [blocks, said] of [
      [64, /could not be unpacked/],
      [0, /^A file cannot be used: a file may not grow so large\.\n$/],
    ] as const) {
      const limited = [
        `ulimit -f ${blocks}; exec "$0" "$@"`,
        server.program,
        "update",
        "--service=:",
        archive,
      ];
      const full = spawnSync("sh", ["-c", ...limited], { encoding: "utf8", env: { PATH: "/usr/bin:/bin" } });
      expect(full).toMatchObject({ status: 1, stderr: expect.stringMatching(said) });
    }
    const other = join(server.home, "other.tar.gz");
    spawnSync("sh", ["-c", `tar -czf $0 service && sha256sum $0 >$0.sha256`, other], { cwd: server.home });
    expect(server.update(other).stderr).toMatch(/^\S+ is not a release of Nightshift\.\n$/);
    appendFileSync(join(server.home, ".env"), "\nTRUST_PROXY=one\n");
    expect(server.update(archive).stderr).toMatch(/does not run here: TRUST_PROXY must be/);
    appendFileSync(archive, "x");
    expect(server.update(archive).stderr).toMatch(/does not match .*\.sha256/);
    rmSync(`${archive}.sha256`);
    expect(server.update(archive).stderr).toContain("There is no");
    expect(readdirSync(join(server.home, "releases"))).toEqual(["1.0.0"]);
    expect(current(server)).toBe("releases/1.0.0");
  },
  TIMEOUT_MS,
);

test(
  "a release that fails its trial never serves anybody, and what failed is said in one line with the log's",
  async () => {
    const server = await started();
    await postLead(server.port, server.dataDir, { name: "Before the update" });
    const served = server.run("leads", "list", "--json").stdout;
    const { mtimeMs } = statSync(join(server.dataDir, "address"));
    const failing: [Changes, RegExp][] = [
      [{ isBroken: true }, /It did not start\. Its log says: The build in /],
      [{ cannotMigrate: true }, /nowhere/],
      [{ lacksPage: true }, /\/prices was answered with 404\./],
      // On a slow machine it ends while its pages are loaded.
      [{ endsAfter: 2 }, /(?:then it ended|did not answer|did not start)\. Its log says: The end/],
    ];
    for (const [changes, said] of failing) {
      const failed = server.update(await packRelease("1.1.0", changes), { trial: 6 });
      expect(failed).toMatchObject({ status: 1, stderr: expect.stringMatching(said) });
      expect(failed.stderr).toMatch(/^1\.1\.0 was tried [^\n]+ so the site runs as before: [^\n]+\n$/);
    }
    expect(statSync(join(server.dataDir, "address")).mtimeMs, "it was not restarted").toBe(mtimeMs);
    expect(leads(server)).toBe(served);
    expect(readdirSync(join(server.home, "releases"))).toEqual(["1.0.0"]);
    expect(readdirSync(server.dataDir).filter((name) => name.includes("trial"))).toEqual([]);
    expect(readdirSync(server.home)).not.toContain("previous");
    const mails = readdirSync(join(server.dataDir, "mail")).map((name) =>
      readFileSync(join(server.dataDir, "mail", name), "utf8"),
    );
    expect(mails.filter((text) => text.includes("nightshift-update"))).not.toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  "a release that does not start after its trial is rolled back, with the reason",
  async () => {
    const server = await started();
    await postLead(server.port, server.dataDir, { name: "Before the update" });
    const failed = server.update(await packRelease("1.1.0", { isBroken: true }), { wait: 8, trial: 0 });
    expect(failed).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("the site runs 1.0.0 as before"),
    });
    expect(failed.stdout).toContain("1.1.0 is not ready: It did not start.");
    expect(server.log()).toContain("The build in ");
    await untilReady(server.port);
    expect(leads(server)).toContain("Before the update");
    expect(server.rollback().stderr).toContain("There is no previous release.");
    expect(readdirSync(join(server.home, "releases"))).toEqual(["1.0.0"]);
  },
  TIMEOUT_MS,
);

test(
  "without --service, the units that systemd runs are restarted, and each of them has to answer",
  async () => {
    const server = await started();
    const silent = await freePort();
    const units = [`nightshift@${server.port}.service`, `nightshift-worker@${silent}.service`];
    const lines = units.map((unit) => `${unit} loaded active running A unit of the site`).join("\n");
    const systemctl = `#!/bin/sh\n[ $1 = list-units ] && { echo "${lines}"; exit; }\necho "$*" >>${server.home}/asked\n`;
    writeFileSync(join(server.home, "systemctl"), `${systemctl}exec ${server.home}/service $1\n`, {
      mode: 0o755,
    });
    const words = ["update", "--wait=4", "--trial=0", await packRelease("1.1.0")];
    // Debian has a systemctl, which finds no such unit.
    expect(server.run(...words).stderr).toContain("systemd runs no nightshift");
    const env = { PATH: `${server.home}:/usr/bin:/bin` };
    const failed = spawnSync(server.program, words, { env, encoding: "utf8" });
    expect(failed.stderr).toContain(`http://127.0.0.1:${silent}/readyz did not answer.`);
    expect(readFileSync(join(server.home, "asked"), "utf8")).toBe(`restart ${units.join(" ")}\n`.repeat(2));
    expect(current(server)).toBe("releases/1.0.0");
  },
  TIMEOUT_MS,
);

/** What an owner and visitors do between an update and a rollback. @returns the state that has to stay */
async function answerMoveCancelAndErase(server: Server): Promise<() => string[]> {
  const { port, dataDir } = server;
  const book = async (email: string) => {
    const [startsAt = ""] = await openTimesAt(port);
    expect(await sendRequest(port, callForm({ email }, startsAt))).toMatchObject({ status: 303 });
    const { calls } = JSON.parse(server.run("leads", "calls", "--json").stdout);
    return String(calls.find((call: { email: string }) => call.email === email).id);
  };
  const done = (...words: string[]) => expect(server.run("leads", ...words)).toMatchObject({ status: 0 });
  done("answer", await postLead(port, dataDir, { name: "Answered" }));
  await postLead(port, dataDir, { name: "Erased", email: "erased@visitor.example" });
  done("calls", "move", await book("moved@visitor.example"), "2099-03-02T15:00:00Z");
  done("calls", "cancel", await book("cancelled@visitor.example"));
  done("erase", "--email", "erased@visitor.example", "--yes");
  return () => [
    server.run("leads", "list", "--show", "all", "--json").stdout,
    server.run("leads", "calls", "--json").stdout,
  ];
}

async function expectRollbackTouchesNoRow(url?: string): Promise<void> {
  const server = await started(url && `DATABASE_URL=${url}`);
  const { port, dataDir } = server;
  await postLead(port, dataDir, { name: "Before the update" });
  const failed = server.update(await packRelease("1.1.0", { isNewer: true, failsLater: true }), {
    wait: 8,
    trial: 0,
  });
  expect(failed.stderr).toContain("the site runs 1.0.0 as before");
  const store = url === undefined ? sqliteOutbox(dataDir) : postgresOutbox(url);
  expect(await store.rows("SELECT later FROM lead_submissions")).toEqual([{ later: "later" }]);
  await untilReady(port);
  await postLead(port, dataDir, { name: "Since the failed update" });

  const updated = server.update(await packRelease("2.0.0", { isNewer: true }));
  expect(updated.stdout).toContain("The site runs 2.0.0.");
  const state = await answerMoveCancelAndErase(server);
  const before = state();
  expect(before.join()).toMatch(/"name": ?"Answered"[^]*2099-03-02T15:00/);
  expect(before.join()).not.toContain("Erased");
  // Its terminal is closed meanwhile.
  const back = server.rollback("kill -HUP $PPID; kill -INT $PPID; kill -TERM $PPID");
  expect(back).toMatchObject({
    status: 0,
    stderr: "",
    stdout: expect.stringContaining("The site runs 1.0.0."),
  });
  expect(state()).toEqual(before);
  await postLead(port, dataDir, { name: "Since the rollback" });
  expect(JSON.parse(state()[0] ?? "").leads).toHaveLength(6);
}

test(
  "a rollback over a later schema touches no row, and the earlier release stores leads there",
  () => expectRollbackTouchesNoRow(),
  TIMEOUT_MS,
);

describePostgres("with PostgreSQL", () => {
  test(
    "a release that cannot migrate fails its trial, and nothing of it stays in the database",
    async () => {
      const url = await temporaryDatabase();
      const server = await started(`DATABASE_URL=${url}`);
      const failed = server.update(await packRelease("1.1.0", { cannotMigrate: true }));
      expect(failed.stderr).toMatch(/so the site runs as before: [^\n]*nowhere[^\n]*\n$/);
      expect(await postgresOutbox(url).rows("SELECT to_regclass('later') AS found")).toEqual([
        { found: null },
      ]);
    },
    TIMEOUT_MS,
  );

  test(
    "a rollback over a later schema touches no row, and the earlier release stores leads there",
    async () => expectRollbackTouchesNoRow(await temporaryDatabase()),
    TIMEOUT_MS,
  );
});

test(
  "killed at any moment, one release is whole, and the same command finishes",
  async () => {
    const server = await started();
    const began = performance.now();
    expect(server.update(await packRelease("1.0.1")).status).toBe(0);
    const wholeMs = performance.now() - began;
    for (let step = 1; step <= STEPS; step++) {
      const before = server.run("version").stdout;
      const version = `1.1.${step}`;
      const archive = await packRelease(version);
      await killAfter(server.begin(archive), (wholeMs * step) / (STEPS + 1));
      expect([before, `${version}\n`]).toContain(server.run("version").stdout);
      const again = server.update(archive);
      expect(again.stdout + again.stderr).toMatch(/The site runs 1\.1\.\d\.|is the current release/);
      expect(server.run("version").stdout).toBe(`${version}\n`);
      server.service("restart");
      await untilReady(server.port);
    }
  },
  TIMEOUT_MS,
);
