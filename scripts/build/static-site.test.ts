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

/** The directives of the content security policy for every page, keyed by name, without hashes. */
async function policyWith(analytics: Analytics): Promise<Map<string, string>> {
  const folder = temporaryFolder();
  const dist = writeBuild(folder, { analytics });
  const api = {
    leadsApiUrl: "https://project.supabase.example/rest/v1",
    leadsApiKey: PUBLIC_KEY,
  };
  await writeStaticSite(dist, dist, join(folder, "static"), api);
  await expect(writeStaticSite(dist, dist, folder, api)).rejects.toThrow(
    "has other files",
  );
  const headers = readFileSync(join(folder, "static", "_headers"), "utf8");
  for (const name of ["x-content-type-options: nosniff", "referrer-policy: "])
    expect(headers).toContain(name);
  const [, policy = ""] =
    /^\/\*\n(?: {2}.*\n)*? {2}content-security-policy: (.*)$/m.exec(headers) ??
    [];
  const directives = policy.replaceAll(/ 'sha256-[^']*'/g, "").split("; ");
  return new Map(
    directives.map((directive) => [
      directive.split(" ", 1)[0] ?? "",
      directive,
    ]),
  );
}

test("the headers of a folder for a CDN allow the origins that the analytics snippet names", async () => {
  const origins = ["https://counter.example", "https://events.example"];
  const policy = await policyWith({
    html: "<script>1</script>",
    hashes: [],
    origins,
  });
  expect(policy.get("script-src")).toBe(
    "script-src 'self' https://counter.example https://events.example",
  );
  expect(policy.get("frame-src")).toBe(
    "frame-src https://counter.example https://events.example",
  );
  expect(policy.get("connect-src")).toBe(
    "connect-src 'self' https://project.supabase.example https://counter.example https://events.example",
  );
  expect(
    policy.get("form-action"),
    "no server takes a form that is sent without a script",
  ).toBe("form-action 'none'");
  expect((await policyWith(NO_ANALYTICS)).has("frame-src")).toBe(false);
});

test("a folder for a CDN has the recordings, which may be kept for good", async () => {
  const folder = temporaryFolder();
  const path = "/recordings/0123456789abcdef.mp3";
  const dist = writeBuild(folder, { recordings: [path] });
  mkdirSync(join(dist, "site", "recordings"));
  writeFileSync(join(dist, "site", path), "ID3");
  const written = join(folder, "static");
  await writeStaticSite(dist, dist, written, {
    leadsApiUrl: "https://project.supabase.example/rest/v1",
    leadsApiKey: PUBLIC_KEY,
  });
  expect(readFileSync(join(written, path), "utf8")).toBe("ID3");
  const headers = readFileSync(join(written, "_headers"), "utf8");
  expect(headers).toContain("/recordings/*\n  cache-control: public, max-age");
  expect(headers).toContain("media-src 'self'");
});

test("a folder for a CDN is not written while the form asks for a number, which no hosted database has", async () => {
  const folder = temporaryFolder();
  const dist = writeBuild(folder, { form: { ...FORM, asksNumber: true } });
  const api = { leadsApiUrl: "https://a.example", leadsApiKey: PUBLIC_KEY };
  await expect(
    writeStaticSite(dist, dist, join(folder, "static"), api),
  ).rejects.toThrow("asksNumber");
});
