/** The image and the files that run it: they have everything the program needs, and agree with each other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { root } from "../../scripts/root.ts";
import { readEnv } from "../../server/settings/env.ts";
import { VARIABLES } from "../../server/settings/variables.ts";
import { HARD_STOP_MS } from "../../server/lifecycle/shut-down.ts";
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
  "server/trial.ts",
  "server/content/render.ts",
  "server/calls/calendars/reading-thread.ts",
  "cli/main.ts",
  "cli/content-main.ts",
];
const needed = [...reachableFrom(...started)];
/** Read by their paths. */
const FONTS = ["big-shoulders", "sofia-sans-extra-condensed"].map((name) => `@fontsource-variable/${name}`);

test("the image has every file and package that its programs load, and none for the build alone", () => {
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
  const [program, ...words]: string[] = JSON.parse(instruction(image, "CMD").at(-1) ?? "");
  expect([program, words.at(-1)]).toEqual(["node", "server/main.ts"]);
  expect(readEnv(settings())).toMatchObject({
    host: "0.0.0.0",
    port: Number(instruction(image, "EXPOSE")[0]),
  });
});

function settings(): Record<string, string> {
  const pairs = instruction(image, "ENV").flatMap((words) => words.split(" "));
  return Object.fromEntries(pairs.map((pair) => pair.split("=")));
}

const { services } = parseYaml(read("compose.yaml"), { merge: true });
const { site, trial, caddy, postgres } = services;

test("Compose runs one image with the settings of .env, and the trial like the site", () => {
  expect(build).not.toMatch(/^ARG /m);
  expect(site).toMatchObject({ build: ".", env_file: [{ path: ".env" }] });
  const set = { ...site.environment, TRUST_PROXY: "1" };
  expect(Object.keys(set).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  expect(readEnv(set)).toMatchObject({ dataDir: settings().DATA_DIR, host: "0.0.0.0", port: 3000 });
  const { scale, restart, ...shared } = site;
  expect({ scale, restart }).toEqual({ scale: "${SITES:-1}", restart: "unless-stopped" });
  expect(trial).toEqual({ ...shared, profiles: ["trial"], command: ["node", "server/trial.ts"] });
});

test("Compose lets the site end its work, and leads visitors through the proxy", () => {
  expect(Number.parseInt(site.stop_grace_period) * 1000).toBeGreaterThan(HARD_STOP_MS);
  expect([site.ports, postgres.ports]).toEqual([undefined, undefined]);
  expect(read("deploy/Caddyfile")).toContain("reverse_proxy {$UPSTREAM:127.0.0.1:3000} {");
  expect(caddy.environment).toEqual({ SITE_ADDRESS: "${SITE_URL:-:80}", UPSTREAM: "site:3000" });
});
