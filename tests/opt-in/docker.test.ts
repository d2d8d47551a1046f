/**
 * `Dockerfile` and `compose.yaml`, built and run by Docker with the commands of
 * their page: `npm run test:docker`.
 */

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { block, commandsOf } from "../documentation/blocks.ts";
import { statusOf } from "../support/server.ts";

/** A copy of the project, so that nobody's `.env` is changed. */
const folder = mkdtempSync(join(tmpdir(), "nightshift-docker-"));
const LEFT_BEHIND = [
  ".git",
  "data",
  "dist",
  "node_modules",
  "test-results",
].map((name) => join(root, name));
const PROJECT = `nightshift-test-${randomBytes(4).toString("hex")}`;
const PAGE = "docs/deploy/docker.md";
/** The port of the proxy, which compose.yaml publishes. */
const PORT = 80;

/**
 * @returns the command's output @throws {Error}
 * with the output of a command that fails
 */
function shell(command: string): string {
  const env = withEnv({ COMPOSE_PROJECT_NAME: PROJECT });
  const withoutTerminal = command.replace(
    /compose (exec|run)/,
    "compose $1 -T",
  );
  const { status, stdout, stderr } = spawnSync(
    "sh",
    ["-e", "-c", withoutTerminal],
    {
      cwd: folder,
      encoding: "utf8",
      env,
    },
  );
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
  return stdout;
}

const runBlock = (part: string) =>
  commandsOf(block(PAGE, part))
    .filter((command) => !command.includes("# not run here"))
    .map((command) => shell(command));

/** All leads, as a table. */
function leads(inside = "docker compose exec site"): string {
  const file = "/data/all.csv";
  shell(`${inside} leads export ${file}`);
  const table = shell(`${inside} cat ${file}`);
  shell(`${inside} rm ${file}`);
  return table;
}

beforeAll(() => {
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !LEFT_BEHIND.includes(path),
  });
  runBlock("cp .env.example .env");
  shell("docker compose exec site leads test");
});

afterAll(() => {
  shell("docker compose down --volumes --remove-orphans");
  rmSync(folder, { recursive: true, force: true });
});

test("visitors reach the site through the proxy, and so do links", async () => {
  expect(await statusOf(PORT, "/readyz")).toBe(200);
  expect(shell("docker compose exec site leads inbox")).toMatch(
    /^http:\/\/localhost\/inbox/,
  );
  expect(shell("docker compose logs site")).toContain(
    "docker compose exec site leads launch-check names",
  );
});

test("the site does not run as root, has no capabilities, and cannot write to its program", () => {
  const unread = "find server -name *.tsx -o -name *.css -o -name *.test.ts";
  expect(shell(`docker compose exec site ${unread}`)).toBe("");
  expect(shell("docker compose exec site id -u").trim()).not.toBe("0");
  expect(shell("docker compose exec site grep CapEff /proc/1/status")).toMatch(
    /0{16}/,
  );
  expect(
    shell("docker compose exec site sh -c 'touch /app/x 2>&1 || true'"),
  ).toMatch(/Read-only/);
});

test("an update is tried first, and new containers have the same leads", () => {
  const before = leads();
  runBlock("docker compose run --rm trial");
  shell("docker compose up --detach --wait --force-recreate");
  expect(leads()).toBe(before);
});

test("a backup is made and restored by the page's commands", () => {
  const before = leads();
  runBlock("docker compose exec site leads backup");
  expect(leads()).toBe(before);
});

test("the store and its keys go to a new machine by the page's commands", () => {
  const before = leads();
  const [out = "", ...back] = commandsOf(block(PAGE, "site.tar"));
  shell(out);
  shell("docker compose down --volumes");
  for (const command of back) shell(command);
  expect(leads()).toBe(before);
});

test("the image runs with one disk that belongs to root, and keeps leads and words there", async () => {
  const status = () => statusOf(3000, "/readyz");
  const [build = "", run = ""] = commandsOf(block(PAGE, "RUN_AS=root"));
  shell(build);
  shell(run);
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  shell("docker exec one-disk leads test");
  const before = leads("docker exec one-disk");
  shell("docker rm --force one-disk");
  shell(run);
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  expect(leads("docker exec one-disk")).toBe(before);
  expect(shell("docker exec one-disk ls /data/content")).toContain("home.yaml");
  shell("docker rm --force --volumes one-disk && docker volume rm one-disk");
});

test("several sites share PostgreSQL", async () => {
  const settings = block(PAGE, "COMPOSE_PROFILES=postgres").replaceAll(
    "…",
    "0123456789abcdef",
  );
  appendFileSync(join(folder, ".env"), `\n${settings}\n`);
  shell("docker compose up --detach --wait");
  shell("docker compose exec site leads test");
  const status = () => statusOf(PORT, "/readyz");
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
});
