import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { keysPath, keptKeys, keptSigningSecrets, secretsPath } from "./secrets.ts";

const NO_SECRETS = { linkSecret: undefined, webhookSecrets: undefined };
const loadSigningSecrets = (...given: Parameters<typeof keptSigningSecrets>) =>
  keptSigningSecrets(...given).load();

test("the signing secrets are created at the first start beside keys of an earlier version, which stay as they are", () => {
  const folder = temporaryFolder();
  keptKeys(folder, { publicKey: undefined, secretKey: undefined }).load();
  const keys = readFileSync(keysPath(folder), "utf8");
  const secrets = loadSigningSecrets(folder, NO_SECRETS);
  expect(secrets).toEqual({
    linkSecret: expect.stringMatching(/^ns_link_[\w-]{43}$/),
    webhookSecrets: [expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)],
  });
  expect(statSync(secretsPath(folder)).mode & 0o777).toBe(0o600);
  expect(loadSigningSecrets(folder, NO_SECRETS)).toEqual(secrets);
  expect(readFileSync(keysPath(folder), "utf8")).toBe(keys);
});

test("the signing secrets from the environment replace the stored ones, each on its own", () => {
  const folder = temporaryFolder();
  const both = {
    linkSecret: "link-secret-of-the-environment",
    webhookSecrets: ["whsec_bmV3", "whsec_b2xk"],
  };
  expect(loadSigningSecrets(folder, both)).toEqual(both);
  expect(readdirSync(folder)).toEqual([]);
  const kept = loadSigningSecrets(folder, NO_SECRETS);
  expect(loadSigningSecrets(folder, { ...NO_SECRETS, linkSecret: both.linkSecret })).toEqual({
    linkSecret: both.linkSecret,
    webhookSecrets: kept.webhookSecrets,
  });
});

test.each(["", '{"linkSecret":"a"}', '{"linkSecret":"a","webhookSecrets":[]}'])(
  "the signing secrets are not replaced when the file says %j: links that were sent would stop working",
  (content) => {
    const folder = temporaryFolder();
    writeFileSync(secretsPath(folder), content);
    expect(() => loadSigningSecrets(folder, NO_SECRETS)).toThrow("does not contain a linkSecret");
    expect(readFileSync(secretsPath(folder), "utf8")).toBe(content);
  },
);
