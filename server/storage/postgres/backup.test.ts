import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../../tests/fakes/server.ts";
import { writeDump } from "./backup.ts";

test.each([
  "postgres://site:p%40ss@db.example/leads",
  "postgres:///leads?host=/run&user=site&password=p%40ss",
])("no other user of the machine sees the password in the arguments of pg_dump: %s", async (url) => {
  const folder = temporaryFolder();
  const seen = join(folder, "seen");
  writeFileSync(join(folder, "pg_dump"), `#!/bin/sh\necho "$PGPASSWORD $*" > ${seen}; exit 1`, {
    mode: 0o755,
  });
  vi.stubEnv("PATH", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(writeDump(url, join(folder, "backups", "leads.dump"))).rejects.toThrow("pg_dump failed");
  expect(readFileSync(seen, "utf8")).toMatch(/^p@ss (?!.*(?:p@ss|p%40ss))/);
});

test("a dump by root does not go to the file of a link that the site's user put there", async () => {
  const folder = temporaryFolder();
  const [backups, other] = [join(folder, "backups"), join(folder, "other")];
  mkdirSync(backups);
  writeFileSync(other, "another file");
  symlinkSync(other, join(backups, `leads.dump.part-${process.pid}`));
  // Even in the moment before it is written.
  const script = `#!/bin/sh\nfor part in ${backups}/*; do /bin/ln -sf ${other} $part; done
    for word; do case $word in --file=*) echo dump > \${word#--file=};; esac; done; echo dump`;
  writeFileSync(join(folder, "pg_dump"), script, { mode: 0o755 });
  vi.stubEnv("PATH", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(writeDump("postgres://db.example/leads", join(backups, "leads.dump"))).rejects.toThrow(
    "no pg_restore",
  );
  expect(readFileSync(other, "utf8")).toBe("another file");
});
