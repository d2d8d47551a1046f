/** The headers file in a folder for a CDN, where no server of ours sends headers. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  NO_ANALYTICS,
  type Analytics,
} from "../../contract/http/build-manifest.ts";
import { FORM, writeBuild } from "../../tests/support/build.ts";
import { PUBLIC_KEY, temporaryFolder } from "../../tests/support/server.ts";
import { writeStaticSite } from "./static-site.ts";

const API = {
  leadsApiUrl: "https://project.supabase.example/rest/v1",
  leadsApiKey: PUBLIC_KEY,
};

/** A build, and the folder that is made of it. */
function build(changes: Parameters<typeof writeBuild>[1]) {
  const folder = temporaryFolder();
  const dist = writeBuild(folder, changes);
  const target = join(folder, "static");
  const write = (to = target) => writeStaticSite(dist, dist, to, API);
  const read = (file: string) => readFileSync(join(target, file), "utf8");
  return { folder, dist, write, read };
}

/** The directives of the content security policy for every page, keyed by name, without hashes. */
async function policyWith(analytics: Analytics) {
  const { folder, write, read } = build({ analytics });
  await write();
  await expect(write(folder)).rejects.toThrow("has other files");
  const headers = read("_headers");
  for (const name of ["x-content-type-options: nosniff", "referrer-policy: "])
    expect(headers).toContain(name);
  const [, policy = ""] =
    /^\/\*\n(?: {2}.*\n)*? {2}content-security-policy: (.*)$/m.exec(headers) ??
    [];
  const directives = policy.replaceAll(/ 'sha256-[^']*'/g, "").split("; ");
  return new Map(directives.map((one) => [one.split(" ", 1)[0] ?? "", one]));
}

test("the headers of a folder for a CDN allow the origins that the analytics snippet names", async () => {
  const origins = ["https://counter.example", "https://events.example"];
  const html = "<script>1</script>";
  const policy = await policyWith({ html, hashes: [], origins });
  const named = origins.join(" ");
  expect(policy.get("script-src")).toBe(`script-src 'self' ${named}`);
  expect(policy.get("frame-src")).toBe(`frame-src ${named}`);
  expect(policy.get("connect-src")).toBe(
    `connect-src 'self' https://project.supabase.example ${named}`,
  );
  expect(
    policy.get("form-action"),
    "no server takes a form that is sent without a script",
  ).toBe("form-action 'none'");
  expect((await policyWith(NO_ANALYTICS)).has("frame-src")).toBe(false);
});

test("a folder for a CDN has the scripts, and the recordings, which may be kept for good", async () => {
  const path = "/recordings/0123456789abcdef.mp3";
  const { dist, write, read } = build({ recordings: [path] });
  mkdirSync(join(dist, "site", "recordings"));
  writeFileSync(join(dist, "site", path), "ID3");
  await write();
  expect(read(path)).toBe("ID3");
  expect(read("assets/entry-1a2b3c4d.js")).toContain("answer");
  const headers = read("_headers");
  expect(headers).toContain("/recordings/*\n  cache-control: public, max-age");
  expect(headers).toContain("media-src 'self'");
});

test("a folder for a CDN is not written while the form asks for a number, which no hosted database has", async () => {
  const { write } = build({ form: { ...FORM, asksNumber: true } });
  await expect(write()).rejects.toThrow("asksNumber");
});
