/** Off-site backups: restic copies them to a folder and over SFTP, and a new machine gets everything back. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/configuration/env.ts";
import { block, commandsOf } from "../documentation/blocks.ts";
import { writeBuild } from "../fakes/build.ts";
import { runCommand } from "../fakes/command-line.ts";
import { filledFile } from "../fakes/used-store.ts";
import { startProcess } from "../fakes/process.ts";
import { PUBLIC_KEY, SECRET_KEY, sendRequest, temporaryFolder } from "../fakes/server.ts";
import { findProgram } from "../machine/programs.ts";

const PAGE = "docs/backups.md";
const SFTP_SERVER = "/usr/lib/openssh/sftp-server";

/** A server with a release that runs this checkout, and the settings of its backups. */
function machine(repository: string) {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  const release = join(folder, "releases", "first");
  const programs = join(folder, "programs");
  for (const path of [join(release, "bin"), programs, data]) mkdirSync(path, { recursive: true });
  cpSync(join(root, "deploy"), join(release, "deploy"), { recursive: true });
  const script = (path: string, text: string) => {
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  };
  script(
    join(release, "bin/nightshift"),
    `shift; exec ${process.execPath} ${join(root, "cli/main.ts")} "$@"`,
  );
  // An SFTP server, as ssh reaches it on another machine.
  script(join(programs, "ssh"), `exec ${SFTP_SERVER}`);
  writeFileSync(join(folder, "backup.env"), `RESTIC_REPOSITORY=${repository}\nRESTIC_PASSWORD=password\n`);
  const env = withEnv({ DATA_DIR: data, RESTIC_CACHE_DIR: join(folder, "cache") });
  const places: [string, string][] = [
    ["runuser -u nightshift -- ", ""],
    ["/opt/nightshift/current", release],
    ["/opt/nightshift", folder],
    ["/var/lib/nightshift", data],
    ["/tmp/back", join(folder, "back")],
    ["nightshift: ", "$(id -un): "],
  ];
  /** Runs a line of the page with the settings of the backups. */
  function run(line: string) {
    let here = line;
    for (const [there, place] of places) here = here.replaceAll(there, place);
    const settings = `export PATH=${programs}:$PATH; set -a; . ${folder}/backup.env; set +a`;
    return spawnSync("sh", ["-e", "-c", `${settings}\n${here}`], { encoding: "utf8", env });
  }
  return { folder, data, run };
}

const lines = (part: string) => commandsOf(block(PAGE, part));
const kinds: [string, (folder: string) => string][] = [
  ["in a folder", (folder) => folder],
  ["over SFTP", (folder) => `sftp:you@backup.example:${folder}`],
];

const isMissing = findProgram("restic") === undefined || !existsSync(SFTP_SERVER);

describe.skipIf(isMissing)("off-site backups", () => {
  test.each(kinds)(
    "%s bring a lost machine back",
    async (_kind, address) => {
      const repository = join(temporaryFolder(), "repository");
      const lost = machine(address(repository));
      await runCommand(["restore", filledFile()], { DATA_DIR: lost.data });
      const kept = { publicKey: PUBLIC_KEY, secretKey: SECRET_KEY };
      writeFileSync(join(lost.data, "keys.json"), JSON.stringify(kept));
      writeFileSync(join(lost.folder, ".env"), "BRAND_NAME=Dayshift\n");
      expect(lost.run("restic init")).toMatchObject({ status: 0 });
      const cache = join(lost.folder, "cache");
      mkdirSync(join(cache, "drill-killed"), { recursive: true });
      for (const name of ["backup-elsewhere.sh", "drill.sh", "backup-elsewhere.sh"])
        expect(lost.run(`CACHE_DIRECTORY=${cache} /opt/nightshift/current/deploy/${name}`)).toMatchObject({
          status: 0,
        });
      expect(readdirSync(cache).filter((name) => name.startsWith("drill-"))).toEqual([]);
      const site = await startProcess({ DATA_DIR: lost.data, DIST_DIR: writeBuild(lost.folder) });
      const headers = { authorization: `Bearer ${SECRET_KEY}` };
      const { body } = await sendRequest(site.port, { path: "/metrics", headers });
      expect(body).toMatch(/\{place="local"\} \d{1,2}\n.*\{place="elsewhere"\} \d{1,2}\n/);
      await site.kill("SIGKILL");
      for (const file of readdirSync(repository, { recursive: true, withFileTypes: true }))
        if (file.isFile())
          expect(readFileSync(join(file.parentPath, file.name)).includes("SQLite")).toBe(false);

      const found = machine(address(repository));
      // The site makes its folder at its first start, which this machine has not had.
      rmSync(found.data, { recursive: true });
      // The backups contain the paths of the lost machine.
      for (const line of lines("restic restore latest")) {
        const moved = line.replaceAll(/\/tmp\/back\/(opt|var\/lib)\/nightshift/g, (_all, where: string) =>
          join("/tmp/back", where === "opt" ? lost.folder : lost.data),
        );
        const { status, stderr } = found.run(moved);
        expect({ line, status, stderr }).toMatchObject({ line, status: 0 });
      }
      expect(readFileSync(join(found.folder, ".env"), "utf8")).toBe("BRAND_NAME=Dayshift\n");
      expect(existsSync(join(found.folder, "back"))).toBe(false);
      expect(JSON.parse(readFileSync(join(found.data, "keys.json"), "utf8"))).toEqual(kept);
      const again = await startProcess({ DATA_DIR: found.data, DIST_DIR: writeBuild(found.folder) });
      const { body: leads } = await sendRequest(again.port, {
        path: "/rest/v1/lead_submissions",
        headers: { apikey: SECRET_KEY },
      });
      expect(JSON.parse(leads)).toHaveLength(20);
    },
    240_000,
  );

  test("are read in whole within 28 nights, and a damaged one is noticed each night until it is mended", async () => {
    const repository = join(temporaryFolder(), "repository");
    const { data, run } = machine(repository);
    await runCommand(["restore", filledFile()], { DATA_DIR: data });
    const [script, partRead] = [
      "/opt/nightshift/current/deploy/backup-elsewhere.sh",
      join(data, "backups/part-read"),
    ];
    expect(run(`restic init && ${script}`)).toMatchObject({ status: 0 });
    expect(readFileSync(partRead, "utf8")).toBe("1\n");
    // The largest has the leads, which the next nights keep.
    const bySize = (one: string, other: string) => statSync(one).size - statSync(other).size;
    const pack = globSync(join(repository, "data/*/*")).toSorted(bySize).at(-1) ?? "";
    chmodSync(pack, 0o600);
    const bytes = readFileSync(pack);
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
    writeFileSync(pack, bytes);
    // Restic's parts go by the first byte of a pack's name.
    const before = parseInt(basename(pack).slice(0, 2), 16) % 28;
    writeFileSync(partRead, String(before));
    for (let night = 0; night < 2; night++) expect(run(script).status).not.toBe(0);
    expect(readFileSync(partRead, "utf8")).toBe(String(before));
    writeFileSync(partRead, "28");
    expect(run(script).status === 0 || before === 0, "another part is in order").toBe(true);
  });

  test("are not reported as present when the repository refuses them", async () => {
    const { data, run } = machine("/nowhere");
    await runCommand(["restore", filledFile()], { DATA_DIR: data });
    expect(run("/opt/nightshift/current/deploy/backup-elsewhere.sh").status).not.toBe(0);
    expect(existsSync(join(data, "backups", "elsewhere"))).toBe(false);
  });

  test("are drilled with the machine's newest backup where there is no repository", async () => {
    const { data, run } = machine("");
    await runCommand(["restore", filledFile()], { DATA_DIR: data });
    await runCommand(["backup"], { DATA_DIR: data });
    expect(run("/opt/nightshift/current/deploy/drill.sh")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("has every lead"),
    });
  });
});
