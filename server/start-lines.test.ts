import { expect, test } from "vitest";
import type { BuildManifest } from "../contract/page.ts";
import { readEnv } from "./env.ts";
import { startLines } from "./start-lines.ts";

const manifest: BuildManifest = {
  pages: {},
  assets: {},
  styleHashes: [],
  site: {
    siteUrl: "https://agency.example",
    brandName: "Agency",
    contactEmail: "us@agency.example",
    contactPhone: "+1 555 010 0100",
    schedulingUrl: "https://book.example",
  },
  unconfigured: ["schedulingUrl"],
  unready: 4,
};

test("the start says what is still a placeholder and what is left before launch", () => {
  const lines = startLines({
    env: readEnv({}),
    port: 3000,
    storePath: "leads.db",
    keptKeys: undefined,
    manifest,
  });
  expect(lines[0]).toBe("The site is at http://localhost:3000");
  expect(lines.join("\n")).toContain("SCHEDULING_URL");
  expect(lines.filter((line) => line.includes("launch-check"))).toHaveLength(1);
});

test("a site that is ready says nothing of it", () => {
  const ready = { ...manifest, unconfigured: [], unready: 0 };
  const lines = startLines({
    env: readEnv({}),
    port: 3000,
    storePath: "leads.db",
    keptKeys: undefined,
    manifest: ready,
  });
  expect(lines.join("\n")).not.toMatch(/placeholder|launch-check/);
});
