/**
 * The files of the image, and the settings of Compose.
 * `tests/opt-in/docker.test.ts` runs both.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { root } from "../../scripts/root.ts";
import { HARD_STOP_MS } from "../../server/lifecycle/shut-down.ts";
import { packagesOf, reachableFrom } from "../structure/imports.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const [, , image = ""] = read("Dockerfile").split(/^FROM /m);

const copied = Array.from(
  image.matchAll(/^COPY (.*)$/gm),
  ([, words = ""]) => words.split(" ").at(-1) ?? "",
);
const programs = [
  "server/main.ts",
  "server/trial.ts",
  "server/content/render.ts",
  "server/calls/calendars/reading-thread.ts",
  "cli/main.ts",
  "cli/content-main.ts",
];
const needed = [...reachableFrom(...programs)];
/** Packages that no file imports, since their files are read by path. */
const FONTS = ["big-shoulders", "sofia-sans-extra-condensed"].map(
  (name) => `@fontsource-variable/${name}`,
);

test("the image has each file and package that its programs load, and no package for the build", () => {
  expect(needed.length).toBeGreaterThan(100);
  expect(
    needed.filter((file) => !copied.includes(file.split("/")[0] ?? "")),
  ).toEqual([]);
  const { dependencies } = JSON.parse(read("package.json"));
  const loaded = new Set(
    needed.flatMap(packagesOf).filter((name) => !name.startsWith("node:")),
  );
  expect([...loaded, ...FONTS].toSorted()).toEqual(
    Object.keys(dependencies).toSorted(),
  );
});

const { services } = parseYaml(read("compose.yaml"), { merge: true });
const { site, caddy, postgres } = services;

test("Compose gives the site time to stop, and lets visitors in only through the proxy", () => {
  expect(Number.parseInt(site.stop_grace_period) * 1000).toBeGreaterThan(
    HARD_STOP_MS,
  );
  expect([site.ports, postgres.ports]).toEqual([undefined, undefined]);
  expect(read("deploy/Caddyfile")).toContain(
    "reverse_proxy {$UPSTREAM:127.0.0.1:3000} {",
  );
  expect(caddy).toMatchObject({
    environment: { SITE_ADDRESS: "${SITE_URL:-:80}", UPSTREAM: "site:3000" },
    command: ["sh", "-c", expect.stringContaining("{SITE_ADDRESS%/} exec ")],
  });
});
