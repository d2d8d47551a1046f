import fs, {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import {
  keysPath,
  keptPublicKey,
  keptSigningSecrets,
  secretsPath,
} from "./secrets.ts";

test("keys and secrets are created at the first start, readable only by their owner, and stay", () => {
  const load = (folder: string) => ({
    publicKey: keptPublicKey(folder),
    ...keptSigningSecrets(folder, {}),
  });
  const folder = temporaryFolder();
  const kept = load(folder);
  expect(kept).toEqual({
    publicKey: expect.stringMatching(/^ns_public_[\w-]{22}$/),
    linkSecret: expect.stringMatching(/^ns_link_[\w-]{43}$/),
    webhookSecrets: [expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)],
  });
  expect(readdirSync(folder)).toHaveLength(2);
  for (const path of [keysPath(folder), secretsPath(folder)]) {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o644);
    expect(load(folder)).toEqual(kept);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
  expect(load(temporaryFolder())).not.toEqual(kept);
});

test("each key or secret of the environment replaces the stored key or secret", () => {
  const folder = temporaryFolder();
  const publicKey = "public-of-the-environment";
  const secrets = {
    linkSecret: "link-secret-of-the-environment",
    webhookSecrets: ["whsec_bmV3"],
  };
  expect(keptPublicKey(folder, publicKey)).toBe(publicKey);
  expect(keptSigningSecrets(folder, secrets)).toEqual(secrets);
  expect(readdirSync(folder)).toEqual([]);
  const kept = keptSigningSecrets(folder, {});
  for (const one of [{ linkSecret: "another" }, { webhookSecrets: ["new"] }])
    expect(keptSigningSecrets(folder, one)).toEqual({ ...kept, ...one });
});

test.each([
  "",
  "{",
  '{"linkSecret":"a"}',
  '{"linkSecret":"a","webhookSecrets":[]}',
])(
  "a file of keys or secrets that contains %j is refused, and does not change",
  (content) => {
    const folder = temporaryFolder();
    for (const path of [keysPath(folder), secretsPath(folder)])
      writeFileSync(path, content);
    expect(() => keptPublicKey(folder)).toThrow("does not contain publicKey.");
    expect(() => keptSigningSecrets(folder, {})).toThrow(
      "does not contain linkSecret",
    );
    for (const path of [keysPath(folder), secretsPath(folder)])
      expect(readFileSync(path, "utf8")).toBe(content);
  },
);

test("of processes that start at the same time, all take the first one's key", () => {
  const folder = temporaryFolder();
  const { writeFileSync: write } = fs;
  let first;
  const spy = vi
    .spyOn(fs, "writeFileSync")
    .mockImplementationOnce((...file) => {
      first = keptPublicKey(folder);
      write(...file);
    });
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  expect(keptPublicKey(folder)).toBe(first);
});
