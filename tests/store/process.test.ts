import { readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { refuseSamples } from "../../server/content/site-folder.ts";
import { readEnv } from "../../server/settings/env.ts";
import { MANIFEST, writeBuild } from "../support/build.ts";
import { KEYS, newHome, startProcess } from "../support/process.ts";
import {
  METRICS_KEY,
  sendRequest,
  temporaryFolder,
} from "../support/server.ts";

const messages = (log: string) =>
  log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).msg);

test("a start makes a private folder, and the log says where everything is", async () => {
  const env = newHome({
    BRAND_NAME: "Dayshift",
    CONTACT_EMAIL: "hello@agency.example",
    // At a terminal, such a site prints a link that opens the inbox.
    TEST_DIST: writeBuild(temporaryFolder(), { unconfigured: ["siteUrl"] }),
  });
  const server = await startProcess(env);
  await expect
    .poll(() => messages(server.stdout()))
    .toEqual(
      expect.arrayContaining([
        `The site is at http://localhost:${server.port}`,
        `leads ${env.DATA_DIR}/leads.db`,
        expect.stringContaining("inbox at /inbox for hello@agency.example;"),
        expect.stringContaining("placeholders left: 3;"),
      ]),
    );
  expect(server.stderr()).toBe("");
  const asked = { path: "/metrics", headers: { authorization: "Bearer x" } };
  expect((await sendRequest(server.port, asked)).status).toBe(401);
  expect(statSync(env.DATA_DIR).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(env.DATA_DIR))
    expect(statSync(join(env.DATA_DIR, file)).mode & 0o777).toBe(0o600);
  // A form that is open may be sent after the next change of the words.
  const store = new DatabaseSync(`${env.DATA_DIR}/leads.db`);
  expect(
    store.prepare("SELECT text FROM form_texts WHERE kind = 'consent'").all(),
  ).toEqual([{ text: MANIFEST.form.consent }]);
  store.close();
});

test("the metrics of a started site say in seconds how long its worker was silent", async () => {
  const home = newHome(KEYS);
  const { port } = await startProcess(home);
  const headers = { authorization: `Bearer ${METRICS_KEY}` };
  const { body } = await sendRequest(port, { path: "/metrics", headers });
  const [, silent] =
    /^nightshift_worker_silent_seconds (\S+)$/m.exec(body) ?? [];
  expect(Number(silent)).toBeLessThan(20);
  const { blocks, bsize } = statfsSync(home.DATA_DIR);
  expect(body).toContain(`\nnightshift_disk_size_bytes ${blocks * bsize}\n`);
});

test("a public site with sample testimonials starts only with ALLOW_SAMPLES", () => {
  const manifest = { ...MANIFEST, sampleTestimonials: true };
  const refusal = "SITE_URL is public, and the testimonials";
  expect(() => refuseSamples(readEnv({}), manifest)).toThrow(refusal);
  expect(() =>
    refuseSamples(readEnv({ ALLOW_SAMPLES: "yes" }), manifest),
  ).not.toThrow();
});
