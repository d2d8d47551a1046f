/**
 * The headers file in a folder for a CDN,
 * where no server of ours sends headers.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_ANALYTICS } from "../../contract/http/build-manifest.ts";
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

test("a folder for a CDN has all files, and the server's headers", async () => {
  const path = "/recordings/0123456789abcdef.mp3";
  const origins = ["https://counter.example", "https://events.example"];
  const html = "<script>1</script>";
  let said = "";
  for (const analytics of [NO_ANALYTICS, { html, hashes: [], origins }]) {
    const made = build({ analytics, recordings: [path] });
    mkdirSync(join(made.dist, "site", "recordings"));
    writeFileSync(join(made.dist, "site", path), "ID3");
    await made.write();
    await expect(made.write(made.folder)).rejects.toThrow("has other files");
    expect(made.read(path)).toBe("ID3");
    expect(made.read("assets/entry-1a2b3c4d.js")).toContain("answer");
    said += made.read("_headers").replaceAll(/ 'sha256-[^']*'/g, "");
  }
  await expect(said).toMatchFileSnapshot("static-headers.said.txt");
});

test("a folder for a CDN is not written while the form asks for a number, which no hosted database has", async () => {
  const { write } = build({ form: { ...FORM, asksNumber: true } });
  await expect(write()).rejects.toThrow("asksNumber");
});
