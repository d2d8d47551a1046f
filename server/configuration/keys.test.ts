import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { keptKeys } from "./secrets.ts";

const NONE = { publicKey: undefined, secretKey: undefined };
const loadKeys = (...given: Parameters<typeof keptKeys>) => keptKeys(...given).load();

describe("the keys", () => {
  test("are created at the first start, readable only by their owner, and stay the same", () => {
    const folder = temporaryFolder();
    const keys = loadKeys(folder, NONE);
    expect(keys).toEqual({
      publicKey: expect.stringMatching(/^ns_public_[\w-]{43}$/),
      secretKey: expect.stringMatching(/^ns_secret_[\w-]{43}$/),
    });
    expect(readdirSync(folder)).toEqual(["keys.json"]);
    expect(statSync(join(folder, "keys.json")).mode & 0o777).toBe(0o600);
    expect(loadKeys(folder, NONE)).toEqual(keys);
    expect(loadKeys(temporaryFolder(), NONE)).not.toEqual(keys);
  });

  test("from the environment replace the stored ones, each on its own", () => {
    const folder = temporaryFolder();
    const both = { publicKey: "public-of-the-environment", secretKey: "secret-of-the-environment" };
    expect(loadKeys(folder, both)).toEqual(both);
    expect(readdirSync(folder)).toEqual([]);
    const mixed = loadKeys(folder, { ...NONE, secretKey: both.secretKey });
    expect(mixed.secretKey).toBe(both.secretKey);
    expect(mixed.publicKey).toBe(loadKeys(folder, NONE).publicKey);
  });

  test("are the same for processes that start at once", async () => {
    const folder = temporaryFolder();
    const module = new URL("./secrets.ts", import.meta.url).href;
    const script = `import { keptKeys } from ${JSON.stringify(module)};
      process.stdout.write(JSON.stringify(keptKeys(${JSON.stringify(folder)}, {}).load()));`;
    const run = promisify(execFile);
    const outputs = await Promise.all(
      Array.from({ length: 6 }, () => run(process.execPath, ["--input-type=module", "-e", script])),
    );
    expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
    expect(readdirSync(folder)).toEqual(["keys.json"]);
  });

  test("that others can read become private", () => {
    const folder = temporaryFolder();
    loadKeys(folder, NONE);
    chmodSync(join(folder, "keys.json"), 0o644);
    loadKeys(folder, NONE);
    expect(statSync(join(folder, "keys.json")).mode & 0o777).toBe(0o600);
  });

  test.each(["", "{", "[]", '{"publicKey":"a"}', '{"publicKey":"","secretKey":"b"}'])(
    "are not replaced when the file says %j: that would lock out everybody who has them",
    (content) => {
      const folder = temporaryFolder();
      const path = join(folder, "keys.json");
      writeFileSync(path, content);
      expect(() => loadKeys(folder, NONE)).toThrow(`${path} does not contain a publicKey and a secretKey.`);
      expect(readFileSync(path, "utf8")).toBe(content);
    },
  );

  test("must differ", () => {
    const folder = temporaryFolder();
    const { publicKey, secretKey } = loadKeys(folder, NONE);
    expect(() => loadKeys(folder, { ...NONE, secretKey: publicKey })).toThrow(
      /is the same as LEADS_PUBLIC_KEY/,
    );
    for (const metricsKey of [publicKey, secretKey])
      expect(() => loadKeys(folder, { ...NONE, metricsKey })).toThrow("METRICS_KEY is the same as another");
  });
});
