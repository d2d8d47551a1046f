/** docs/updates.md with real git: a version of ours is merged into an agency's own site. */
import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/configuration/env.ts";
import { copyProject } from "../fakes/project.ts";
import { temporaryFolder } from "../fakes/server.ts";

const WHO = { name: "Agency", email: "agency@agency.example" };
const AS_WHO = {
  GIT_AUTHOR_NAME: WHO.name,
  GIT_AUTHOR_EMAIL: WHO.email,
  GIT_COMMITTER_NAME: WHO.name,
  GIT_COMMITTER_EMAIL: WHO.email,
  GIT_CONFIG_GLOBAL: "/dev/null",
};

function run(folder: string, command: string, ...args: string[]) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    env: withEnv(AS_WHO),
  });
  return { status, stdout };
}

/** Replaces texts, each of which must be present, and commits. */
function change(folder: string, edits: Record<string, [RegExp, string]>): void {
  for (const [file, [before, after]] of Object.entries(edits)) {
    const text = readFileSync(join(folder, file), "utf8");
    expect(text).toMatch(before);
    writeFileSync(join(folder, file), text.replace(before, after));
  }
  expect(run(folder, "git", "add", "-A").status).toBe(0);
  expect(run(folder, "git", "commit", "-qm", "A change").status).toBe(0);
}

const FILES = {
  site: "site/content/site.ts",
  hero: "site/content/hero.ts",
  services: "site/content/services.ts",
  footer: "site/content/footer.ts",
  tokens: "site/styles/tokens.css",
  lead: "contract/lead.ts",
  form: "site/content/book-call.ts",
  server: "server/main.ts",
};

test("a version of ours merges beside the owner's text, counts, colors and columns; reworded samples leave them as they are", () => {
  const [upstream, own] = [temporaryFolder(), join(temporaryFolder(), "site")];
  copyProject(upstream);
  run(upstream, "git", "init", "-q", "-b", "main");
  change(upstream, {});
  run(upstream, "git", "clone", "-q", upstream, own);
  symlinkSync(join(root, "node_modules"), join(own, "node_modules"));
  const fax = '  fax: { input: "fax", kind: "tel", required: false, maxLength: 40 },\n';
  const words = '  fax: { label: "Fax", subject: "Your fax", missing: "Enter it." },\n';
  change(own, {
    [FILES.site]: [/"?brandName"?: "[^"]*"/, 'brandName: "Moonlight"'],
    [FILES.hero]: [/ {2}"?lead"?: ".*"/, '  lead: "Own words."'],
    [FILES.services]: [/\];\n$/, '  { value: "own", label: "Own" },\n];\n'],
    [FILES.tokens]: [/--signal: #\w+/, "--signal: #ff7a1b"],
    [FILES.lead]: [/(?= {2}selected_service: \{)/, fax],
    [FILES.form]: [/(?= {2}"?selected_service"?: \{)/, words],
  });

  change(upstream, {
    [FILES.footer]: [/(?= {2}"?contactLabel"?:)/, '  newWord: "New",\n'],
    [FILES.tokens]: [/(?= {2}--measure:)/, "  --new: 1rem;\n"],
    [FILES.server]: [/$/, "// New.\n"],
  });
  const merged = run(own, "git", "pull", "-q", "--no-rebase", "--no-edit", "origin", "main");
  expect(merged.status, merged.stdout).toBe(0);
  const read = (file: string) => readFileSync(join(own, file), "utf8");
  expect(read(FILES.footer)).toContain("newWord");
  expect(read(FILES.server)).toContain("// New.");
  expect(read(FILES.tokens)).toMatch(/--signal: #ff7a1b[^]*--new: 1rem/);
  expect(read(FILES.lead)).toContain(fax);

  change(upstream, { [FILES.hero]: [/ {2}"?lead"?: ".*"/, '  lead: "Reworded."'] });
  const clash = run(own, "git", "pull", "-q", "--no-rebase", "--no-edit", "origin", "main");
  expect(clash.status).toBe(1);
  expect(run(own, "git", "diff", "--name-only", "--diff-filter=U").stdout).toBe(`${FILES.hero}\n`);
  expect(run(own, "git", "checkout", "--ours", "site/content").status).toBe(0);
  change(own, {});
  expect(read(FILES.hero)).toContain("Own words.");
  const program =
    'const { loadContent } = await import("./scripts/build/content.ts"); console.log(loadContent({}).site.brandName)';
  expect(run(own, process.execPath, "--input-type=module", "-e", program).stdout).toBe("Moonlight\n");
});
