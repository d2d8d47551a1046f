/** Releases on a server: updates and rollbacks, whatever happens in between. */
import { once } from "node:events";
import { appendFileSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { spawnSync, type ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { packRelease, startServerWithReleases, type Changes } from "../fakes/releases.ts";
import { sendLead, untilReady } from "../fakes/process.ts";

/** A busy machine starts the site slowly, and these tests do so up to fifteen times. Milliseconds. */
const TIMEOUT_MS = 240_000;
/** Moments at which an update or a rollback is killed, spread over its duration. */
const STEPS = 4;

type Server = Awaited<ReturnType<typeof startServerWithReleases>>;

const current = ({ home }: Server) => readlinkSync(join(home, "current"));
const names = ({ dataDir }: Server) =>
  readdirSync(join(dataDir, "mail"))
    .filter((file) => file.endsWith(".notification.eml"))
    .toSorted();

async function started(changes?: Changes): Promise<Server> {
  const server = await startServerWithReleases(changes);
  server.service("start");
  await untilReady(server.port);
  return server;
}

async function killAfter(killed: ChildProcess, milliseconds: number): Promise<void> {
  await wait(milliseconds);
  killed.kill("SIGKILL");
  if (killed.exitCode === null && killed.signalCode === null) await once(killed, "exit");
}

/** Runs 2.0.0, which changed the schema, with a lead from before and one from since. */
async function updatedOverSchema(first?: Changes): Promise<Server> {
  const server = await started(first);
  await sendLead(server.port, server.dataDir, { name: "Before the update" });
  const updated = server.update(await packRelease("2.0.0", { isNewer: true }));
  expect(updated.stdout).toContain("The site runs 2.0.0.");
  await sendLead(server.port, server.dataDir, { name: "Since the update" });
  return server;
}

const leads = (server: Server): string => server.run("leads", "list", "--json").stdout;

test(
  "an update backs up, switches and restarts; a rollback takes it back",
  async () => {
    const server = await started();
    await sendLead(server.port, server.dataDir, { name: "Before the update" });
    const updated = server.update(await packRelease("1.1.0"));
    expect(updated).toMatchObject({ status: 0, stdout: expect.stringContaining("The site runs 1.1.0.") });
    expect(updated.stdout).toContain("Backed up 1 lead to");
    expect(server.run("version").stdout).toBe("1.1.0\n");
    await sendLead(server.port, server.dataDir, { name: "After the update" });

    expect(server.rollback()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("The site runs 1.0.0."),
    });
    expect(current(server)).toBe("releases/1.0.0");
    expect(leads(server)).toMatch(/(Before|After) the update.*(?!\1)(Before|After) the update/s);
    expect(server.rollback().stdout).toContain("The site runs 1.1.0.");
    // The same version with other content is a release of its own; a release that no link names is removed.
    const archive = await packRelease("1.1.0");
    const other = server.update(archive);
    expect(other.stdout).toMatch(/The site runs 1\.1\.0\+[0-9a-f]{8}\./);
    expect(readdirSync(join(server.home, "releases")).toSorted()).toEqual([
      "1.1.0",
      expect.stringMatching(/^1\.1\.0\+/),
    ]);
    // The same archive again is the current release, and the one before stays within reach.
    const again = server.update(archive);
    expect(again.stdout.split("\n").at(-2)).toBe(other.stdout.split("\n").at(-2));
    // Without time to get ready, not even the way back is: the release before stays within reach.
    expect(server.update(await packRelease("1.2.0"), 0).stderr).toContain("is the current release, and not");
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
      [0, /^EFBIG: [^\n]+\n$/],
    ] as const) {
      const limited = [`ulimit -f ${blocks}; exec "$0" "$@"`, server.program, "update", archive];
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
  "a release that does not start is rolled back, with the reason",
  async () => {
    const server = await started();
    await sendLead(server.port, server.dataDir, { name: "Before the update" });
    const failed = server.update(await packRelease("1.1.0", { isBroken: true }), 8);
    expect(failed).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("the site runs 1.0.0 as before"),
    });
    expect(failed.stdout).toContain("1.1.0 is not ready: It did not start.");
    expect(server.log()).toContain("The build in ");
    await untilReady(server.port);
    expect(leads(server)).toContain("Before the update");
    expect(server.rollback().stderr).toContain("There is no previous release.");
  },
  TIMEOUT_MS,
);

test(
  "a rollback across a schema change keeps later leads, and sends nothing twice",
  async () => {
    const server = await updatedOverSchema();
    await expect.poll(() => names(server).length, { timeout: 20_000 }).toBe(2);
    const sent = names(server);
    // Its terminal is closed meanwhile.
    const back = server.rollback("kill -HUP $PPID; kill -INT $PPID; kill -TERM $PPID");
    expect(back).toMatchObject({ status: 0, stderr: "" });
    expect(back.stdout).toContain("Restored 1 leads");
    expect(leads(server)).toMatch(/(Before|Since) the update.*(?!\1)(Before|Since) the update/s);
    await untilReady(server.port);
    await sendLead(server.port, server.dataDir, { name: "Again the update" });
    await expect.poll(() => names(server).length, { timeout: 20_000 }).toBe(3);
    expect(names(server)).toEqual(expect.arrayContaining(sent));
    expect(readdirSync(server.dataDir).filter((file) => file.endsWith(".jsonl"))).toEqual([]);

    // Without the copy from before, the site stays with the release that knows its schema.
    expect(server.rollback().stdout).toContain("The site runs 2.0.0.");
    for (const copy of readdirSync(server.dataDir).filter((file) => file.startsWith("leads.db.before-")))
      rmSync(join(server.dataDir, copy));
    expect(server.rollback().stderr).toMatch(/there is no copy from before .* The site runs 2\.0\.0\.\n$/);
    await sendLead(server.port, server.dataDir, { name: "Later the update" });
    // Nor if the command is killed before it can go forward.
    const attempts = server.log().split("no copy from before").length;
    const process = () => readFileSync(join(server.home, "pid"), "utf8");
    const before = process();
    const killed = server.begin("rollback");
    await expect.poll(process, { timeout: 20_000 }).not.toBe(before);
    await killAfter(killed, 0);
    await expect
      .poll(() => server.log().split("no copy from before").length, { timeout: 20_000 })
      .toBe(attempts + 1);
    await untilReady(server.port);
    await sendLead(server.port, server.dataDir, { name: "At last the update" });
    expect(server.rollback().stderr).toContain("The site runs 2.0.0.");
    expect(JSON.parse(leads(server)).leads).toHaveLength(5);
    appendFileSync(join(server.home, ".env"), "DATABASE_URL=postgresql://127.0.0.1:1/none\n");
    expect(server.rollback().stderr).toContain("restore the dump from before the update");
    expect(current(server)).toBe("releases/2.0.0");
  },
  TIMEOUT_MS,
);

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
      await killAfter(server.begin("update", archive), (wholeMs * step) / (STEPS + 1));
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

test(
  "a rollback to a release that cannot return the store does it in its place",
  async () => {
    const server = await updatedOverSchema({ isBeforeReturns: true });
    const back = server.rollback();
    expect(back).toMatchObject({ status: 0, stderr: "" });
    expect(back.stdout).toMatch(/^Restored 1 leads[^]*The site runs 1\.0\.0\./);
    await untilReady(server.port);
    expect(JSON.parse(leads(server)).leads).toHaveLength(2);
  },
  TIMEOUT_MS,
);

test(
  "a rollback across a schema change, killed at any moment, loses nothing",
  async () => {
    const server = await updatedOverSchema();
    const began = performance.now();
    expect(server.rollback().status).toBe(0);
    const wholeMs = performance.now() - began;
    for (let step = 1; step <= STEPS; step++) {
      // Forward again, over the same change.
      const forward = { status: 0, stderr: "", stdout: expect.not.stringContaining("Restored") };
      expect(server.rollback()).toMatchObject(forward);
      await sendLead(server.port, server.dataDir, { name: `Lead ${step}` });
      await killAfter(server.begin("rollback"), (wholeMs * step) / (STEPS + 1));
      await untilReady(server.port);
      // A power cut, before the release that is current could start.
      server.service("restart");
      await untilReady(server.port);
      if (current(server) === "releases/2.0.0")
        expect(server.rollback()).toMatchObject({ status: 0, stderr: "" });
      expect(JSON.parse(leads(server)).leads).toHaveLength(2 + step);
    }
  },
  TIMEOUT_MS,
);
