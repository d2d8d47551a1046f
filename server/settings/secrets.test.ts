/** The keys and the signing secrets, which the first start creates and every later one reads. */
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, test } from "vitest";
import { runAtOnce } from "../../tests/support/process.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { keysPath, keptKeys, keptSigningSecrets, secretsPath } from "./secrets.ts";

const NONE = { publicKey: undefined, linkSecret: undefined, webhookSecrets: undefined };
const loadKeys = (folder: string, given: Partial<Parameters<typeof keptKeys>[1]> = {}) =>
  keptKeys(folder, { ...NONE, ...given });
const loadSigningSecrets = (folder: string, given: Partial<Parameters<typeof keptSigningSecrets>[1]> = {}) =>
  keptSigningSecrets(folder, { ...NONE, ...given });

const KEYS = {
  load: loadKeys,
  path: keysPath,
  created: { publicKey: expect.stringMatching(/^ns_public_[\w-]{22}$/) },
  given: { publicKey: "public-of-the-environment" },
  one: { publicKey: "another-public-key" },
  spoiled: ["", "{", "[]", "{}", '{"publicKey":""}'],
  refusal: "does not contain a publicKey.",
};
const SIGNING_SECRETS = {
  load: loadSigningSecrets,
  path: secretsPath,
  created: {
    linkSecret: expect.stringMatching(/^ns_link_[\w-]{43}$/),
    webhookSecrets: [expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)],
  },
  given: { linkSecret: "link-secret-of-the-environment", webhookSecrets: ["whsec_bmV3", "whsec_b2xk"] },
  one: { linkSecret: "another-link-secret" },
  spoiled: ["", '{"linkSecret":"a"}', '{"linkSecret":"a","webhookSecrets":[]}'],
  refusal: "does not contain a linkSecret",
};

describe.each([
  ["the keys", KEYS],
  ["the signing secrets", SIGNING_SECRETS],
])("%s", (_what, { load, path, created, given, one, spoiled, refusal }) => {
  test("are created at the first start, readable only by their owner, and stay the same", () => {
    const folder = temporaryFolder();
    const kept = load(folder);
    expect(kept).toEqual(created);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(statSync(path(folder)).mode & 0o777).toBe(0o600);
    expect(load(folder)).toEqual(kept);
    expect(load(temporaryFolder())).not.toEqual(kept);
  });

  test("from the environment replace the stored ones, each on its own", () => {
    const folder = temporaryFolder();
    expect(load(folder, given)).toEqual(given);
    expect(readdirSync(folder)).toEqual([]);
    const kept = load(folder);
    expect(load(folder, one)).toEqual({ ...kept, ...one });
  });

  test.each(spoiled)("are not replaced when the file says %j, since others have them", (content) => {
    const folder = temporaryFolder();
    writeFileSync(path(folder), content);
    expect(() => load(folder)).toThrow(refusal);
    expect(readFileSync(path(folder), "utf8")).toBe(content);
  });
});

test("the keys are the same for processes that start at once", async () => {
  const folder = temporaryFolder();
  const module = new URL("./secrets.ts", import.meta.url).href;
  const script = `import { keptKeys } from ${JSON.stringify(module)};
    process.stdout.write(JSON.stringify(keptKeys(${JSON.stringify(folder)}, {})));`;
  expect(new Set(await runAtOnce(6, script)).size).toBe(1);
  expect(readdirSync(folder)).toEqual(["keys.json"]);
});

test.runIf(process.getuid?.() === 0)("root leaves the mode of a file that the keys are linked to", () => {
  const folder = temporaryFolder();
  loadKeys(folder);
  const linked = `${folder}/linked`;
  renameSync(keysPath(folder), linked);
  chmodSync(linked, 0o644);
  symlinkSync(linked, keysPath(folder));
  loadKeys(folder);
  expect(statSync(linked).mode & 0o777).toBe(0o644);
});

test("the key that others can read becomes private", () => {
  const folder = temporaryFolder();
  loadKeys(folder);
  chmodSync(keysPath(folder), 0o644);
  loadKeys(folder);
  expect(statSync(keysPath(folder)).mode & 0o777).toBe(0o600);
});
