/** `Dockerfile` and `compose.yaml`, built and run by Docker with the commands of their page: `npm run test:docker`. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../machine/free-port.ts";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { block, commandsOf } from "../documentation/blocks.ts";
import { LEAD } from "../fakes/leads.ts";
import { sendRequest } from "../fakes/server.ts";
import { post } from "../wire/wire-request.ts";

/** A copy, so nobody's `.env` is touched. */
const folder = mkdtempSync(join(tmpdir(), "nightshift-docker-"));
const LEFT_BEHIND = [".git", "data", "dist", "node_modules", "test-results"].map((name) => join(root, name));
const project = `nightshift-test-${randomBytes(4).toString("hex")}`;
let port = 0;
let tested = "";

const PAGE = "docs/deploy/docker.md";

/** @returns its output @throws {Error} with the cause */
function shell(command: string): string {
  const env = withEnv({ PORT: String(port), COMPOSE_PROJECT_NAME: project });
  const options = { cwd: folder, encoding: "utf8", env } as const;
  const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", command], options);
  if (status !== 0) throw new Error(`${command}: ${stdout}${stderr}`);
  return stdout;
}

function compose(words: string): string {
  return shell(`docker compose --profile try ${words}`);
}

function inSite(...command: string[]): string {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  return shell(`docker compose exec -T site ${quoted.join(" ")}`);
}

function keys(): { publicKey: string } {
  return JSON.parse(inSite("cat", "/data/keys.json"));
}

/** @param logs returns the container's output */
async function untilReady(logs = () => compose("logs")): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await sendRequest(port, { path: "/readyz" }).catch(() => undefined);
    if (answer?.status === 200) return;
    await wait(100);
  }
  throw new Error(`The site did not get ready: ${logs()}`);
}

beforeAll(async () => {
  port = await freePort();
  cpSync(root, folder, { recursive: true, filter: (path) => !LEFT_BEHIND.includes(path) });
  const [password = "", mail = "", up = "", sendTest = ""] = commandsOf(block(PAGE, "--profile try"));
  shell(password);
  shell(mail);
  appendFileSync(
    join(folder, ".env"),
    'SITE_URL=https://www.agency.example\nBRAND_NAME="Night & Day"\nALLOW_SAMPLES=yes\n',
  );
  shell(up);
  await untilReady();
  // There is no terminal here.
  tested = shell(sendTest.replace("exec site", "exec -T site"));
});

afterAll(() => {
  compose("down --volumes --remove-orphans");
  rmSync(folder, { recursive: true, force: true });
});

test("the pages have the settings of .env", async () => {
  const { body, headers } = await sendRequest(port, { path: "/" });
  expect(body).toContain("Night &amp; Day");
  expect(body).toContain('<link rel="canonical" href="https://www.agency.example/"');
  expect(headers["strict-transport-security"]).toBeDefined();
});

test("a lead is stored in PostgreSQL, and the command line reads it there", async () => {
  const { publicKey } = keys();
  const lead = { ...LEAD, email: "first@visitor.example" };
  const request = post(lead, { apikey: publicKey, authorization: `Bearer ${publicKey}` });
  expect((await sendRequest(port, request)).status).toBe(201);
  expect(inSite("node", "cli/main.ts", "list", "--json")).toContain("Dana Ortiz");
});

test("its database is backed up, and the backup can be restored", () => {
  for (const command of commandsOf(block(PAGE, "main.ts backup")))
    expect(() => shell(command.replace("exec site", "exec -T site"))).not.toThrow();
});

test("its mails reach the mail catcher", () => {
  expect(tested).toContain("Notification to you: sent");
});

test("the site has no privileges, and writes only to its volume and to /tmp", () => {
  expect(inSite("id", "-u").trim()).not.toBe("0");
  expect(inSite("grep", "CapEff", "/proc/1/status")).toMatch(/0{16}/);
  expect(inSite("sh", "-c", "touch /app/x 2>&1 || touch /home/node/x 2>&1 || true")).toMatch(/Read-only/);
});

test("the image reports its health", () => {
  const id = compose("ps --quiet site").trim();
  const inspected = spawnSync("docker", ["inspect", "--format", "{{json .Config.Healthcheck}}", id], {
    encoding: "utf8",
  });
  const { Test: [kind, ...command] = [] }: { Test?: string[] } = JSON.parse(inspected.stdout);
  expect(kind).toBe("CMD");
  expect(() => inSite(...command)).not.toThrow();
});

test("new containers have the same keys and leads", async () => {
  const before = keys();
  compose("up --detach --force-recreate");
  await untilReady();
  expect(keys()).toEqual(before);
  expect(
    inSite("node", "cli/main.ts", "list", "--show", "all", "--search", "first@visitor.example"),
  ).toContain("Dana Ortiz");
});

test("several sites run, each at its own port", async () => {
  const first = port;
  const up = "docker compose up --detach";
  shell(`export SITES=4 PORT=${first}-${first + 3}; ${up}`);
  for (port of [first + 3, first + 2, first + 1, first]) await untilReady();
  shell(up);
  await untilReady();
});

test("the leads move to the volume of a new PostgreSQL by the page's commands", async () => {
  commandsOf(block(PAGE, "pg_dump")).forEach(shell);
  const file = join(folder, "compose.yaml");
  const [services = "", volumes = ""] = readFileSync(file, "utf8").split("\nvolumes:\n");
  const moved = services.replace('"postgres:/var', '"postgres18:/var');
  writeFileSync(file, `${moved}\nvolumes:\n  postgres18:\n${volumes}`);
  commandsOf(block(PAGE, "pg_restore")).forEach(shell);
  await untilReady();
  expect(inSite("node", "cli/main.ts", "list", "--show", "all")).toContain("Dana Ortiz");
});

test("one container on SQLite takes a lead, and stops as requested", async () => {
  const [build = "", run = ""] = commandsOf(block(PAGE, "docker build"));
  const name = `${project}-alone`;
  const onePort = await freePort();
  const renamed = (command: string) =>
    command
      .replaceAll(/(--tag |--name |--volume | )nightshift\b/g, `$1${name}`)
      .replace(":3000:", `:${onePort}:`)
      // Or it says that its testimonials are samples, and exits.
      .replace("--env ", "--env ALLOW_SAMPLES=yes --env ");
  shell(renamed(build));
  shell(renamed(run));
  onTestFinished(() => void shell(`docker rm -f ${name}; docker volume rm ${name}; docker rmi ${name}`));
  port = onePort;
  await untilReady(() => shell(`docker logs ${name} 2>&1`));
  expect(shell(`docker exec ${name} node cli/main.ts test`)).toContain("Notification to you: written");
  shell(`docker stop ${name}`);
  expect(shell(`docker inspect --format '{{.State.ExitCode}}' ${name}`).trim()).toBe("0");
});
