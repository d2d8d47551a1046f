/** The image and the files that run it: they have everything the program needs, and agree with each other. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { root } from "../../scripts/root.ts";
import { readEnv } from "../../server/configuration/env.ts";
import { VARIABLES } from "../../server/configuration/variables.ts";
import { HARD_STOP_MS } from "../../server/lifecycle/shut-down.ts";
import { block } from "../documentation/blocks.ts";
import { packagesOf, reachableFrom } from "../structure/imports.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const dockerfile = read("Dockerfile");
const [, build = "", image = ""] = dockerfile.split(/^FROM /m);

function instruction(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`^${name} (.*)$`, "gm"))].map(([, words = ""]) => words);
}

const copied = instruction(image, "COPY").map((words) => words.split(" ").at(-1) ?? "");
const started = [
  "server/main.ts",
  "server/worker.ts",
  "server/rendering/render.ts",
  "server/scheduling/calendars/reading-thread.ts",
  "cli/main.ts",
  "cli/content-main.ts",
];
const needed = [...reachableFrom(...started)];
/** Read by their paths. */
const FONTS = ["big-shoulders", "sofia-sans-extra-condensed"].map((name) => `@fontsource-variable/${name}`);

test("the image has every file and package that the site, its drawing, the worker and the command line load, and none that only the build needs", () => {
  expect(needed.length).toBeGreaterThan(100);
  expect(needed.filter((file) => !copied.includes(file.split("/")[0] ?? ""))).toEqual([]);
  const { dependencies } = JSON.parse(read("package.json"));
  const loaded = new Set(needed.filter((file) => !file.startsWith("site/")).flatMap(packagesOf));
  expect([...loaded, ...FONTS, "node"].toSorted()).toEqual(Object.keys(dependencies).toSorted());
});

test("the image starts the site as a user without privileges, on one volume", () => {
  expect(dockerfile.match(/^FROM \S+/gm)).toEqual(["FROM ${NODE_IMAGE}", "FROM ${NODE_IMAGE}"]);
  expect(instruction(image, "USER")).toEqual(["${RUN_AS}"]);
  expect(instruction(image, "ARG")).toEqual(["RUN_AS=node"]);
  expect(instruction(image, "VOLUME")).toEqual([settings().DATA_DIR]);
  expect(JSON.parse(instruction(image, "CMD").at(-1) ?? "")).toEqual(["node", "server/main.ts"]);
  expect(readEnv(settings())).toMatchObject({
    host: "0.0.0.0",
    port: Number(instruction(image, "EXPOSE")[0]),
  });
});

test("the image leaves out files that are private or would be stale", () => {
  const ignored = read(".dockerignore").trim().split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".env", ".git", "data", "dist", "node_modules"]));
  for (const folder of new Set(needed.map((file) => file.split("/")[0])))
    expect(ignored).not.toContain(folder);
});

function settings(): Record<string, string> {
  const pairs = instruction(image, "ENV").flatMap((words) => words.split(" "));
  return Object.fromEntries(pairs.map((pair) => pair.split("=")));
}

const { services } = parseYaml(read("compose.yaml"), { merge: true });
const { site, worker, postgres, mail } = services;

test("Compose builds one image for every agency, and passes on every setting", () => {
  expect(site.build).toBe(".");
  expect(build).not.toMatch(/^ARG /m);
  expect(site.env_file).toBe(".env");
  const password = "0123456789abcdef";
  const given = Object.entries<string>(site.environment).map(([name, value]) => [
    name,
    value.replace("${POSTGRES_PASSWORD}", password),
  ]);
  expect(given.map(([name = ""]) => name).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  expect(readEnv(Object.fromEntries(given))).toMatchObject({
    dataDir: settings().DATA_DIR,
    databaseUrl: `postgres://${postgres.environment.POSTGRES_USER}:${password}@postgres/nightshift`,
    host: "0.0.0.0",
    port: 3000,
  });
});

test("Compose has a database of the version that the image's client dumps", () => {
  // Debian 13 has PostgreSQL 17.
  expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:26-trixie-slim$/m);
  expect(image).toMatch(/install [^\n]*libatomic1 postgresql-client/);
  expect(postgres.image).toMatch(/^postgres:17-/);
});

test("Compose has a worker beside sites that send nothing, with the same image, settings and health check", () => {
  const { WORKER_PORT, ...same } = worker.environment;
  expect({ ...worker, environment: same }).toEqual({
    ...Object.fromEntries(Object.entries(site).filter(([name]) => !["ports", "scale"].includes(name))),
    command: ["node", "server/worker.ts"],
  });
  expect(same).toMatchObject({ WORKER: "off" });
  expect(readEnv({ WORKER_PORT }).workerPort).toBe(Number(settings()["PORT"]));
  expect(postgres.healthcheck.test).toContain("pg_isready");
});

test("Compose limits memory and logs for years of running", () => {
  for (const service of [site, worker, postgres]) {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging.options).toEqual({ "max-size": "10m", "max-file": "5" });
  }
});

test("Compose lets the site write only to its volume, waits for its end, and can be reached only from this machine", () => {
  expect(site).toMatchObject({
    read_only: true,
    tmpfs: ["/tmp"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    volumes: ["site:/data"],
  });
  expect(Number.parseInt(site.stop_grace_period) * 1000).toBeGreaterThan(HARD_STOP_MS);
  const ports = [...site.ports, ...(postgres.ports ?? []), ...mail.ports];
  expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
});

test("one container without Compose gets enough time to finish its requests", () => {
  const [, seconds] =
    /--stop-timeout (\d+)/.exec(block("docs/deploy/docker.md", "docker run --detach").text) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(HARD_STOP_MS);
});

test("the file for Fly.io fits the image", () => {
  const fly = parseToml(read("deploy/fly.toml"));
  expect(fly).toMatchObject({
    mounts: { destination: settings().DATA_DIR },
    http_service: { internal_port: 3000, auto_stop_machines: "off", checks: [{ path: "/healthz" }] },
  });
  expect(Number(fly.kill_timeout) * 1000).toBeGreaterThan(HARD_STOP_MS);
  expect(existsSync(join(root, "docs/deploy/one-volume.md"))).toBe(true);
});
