/** The files of docs/monitoring.md, tested with the metrics of a running site and worker. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { root } from "../../scripts/root.ts";
import { createHistogram } from "../../server/http/monitoring.ts";
import { backupPath } from "../../server/storage/backups.ts";
import { startProcess, startWorkerProcess } from "../fakes/process.ts";
import { PUBLIC_KEY, sendRequest, temporaryFolder } from "../fakes/server.ts";
import { freePort } from "../machine/free-port.ts";
import { findProgram } from "../machine/programs.ts";
import { environment } from "../outbox/environment.ts";
import { post } from "../wire/wire-request.ts";

const folder = join(root, "deploy", "monitoring");
const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const { groups } = parse(read("deploy", "monitoring", "alerts.yml"));
interface Alarm {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
const alarms: Alarm[] = groups[0].rules;
interface Panel {
  type: string;
  title: string;
  fieldConfig: { defaults: { thresholds?: unknown } };
  targets: { expr: string }[];
}
const { panels }: { panels: Panel[] } = JSON.parse(read("deploy", "monitoring", "grafana.json"));
const METRICS_KEY = "ns_metrics_for-tests-only-0000";
const headers = { authorization: `Bearer ${METRICS_KEY}` };

async function metricsOf(port: number): Promise<string> {
  return (await sendRequest(port, { path: "/metrics", headers })).body;
}

test("every alarm has its paragraph in the runbook, and every paragraph its alarm", () => {
  const paragraphs = read("docs", "runbook.md").split(/^## /m).slice(1);
  expect(paragraphs.map((text) => text.split("\n")[0])).toEqual(alarms.map(({ alert }) => alert));
  for (const text of paragraphs)
    for (const part of ["**Meaning**", "**Visitors**", "**Do**"]) expect(text).toContain(part);
  for (const { alert, annotations } of alarms) expect(annotations.runbook).toBe(`nightshift help ${alert}`);
});

test("every alarm says what is wrong in words of its own, whatever labels it has", () => {
  const words = alarms.map(({ annotations }) => annotations.summary.replaceAll(/\{\{.*?\}\}/g, ""));
  for (const said of words) expect(said).toMatch(/\w+ \w+/);
  expect(new Set(words).size).toBe(alarms.length);
});

test("alarms and dashboard use metrics that a site and a worker have, and the worker serves its own", async () => {
  const workerPort = await freePort();
  const env = { ...environment(), METRICS_KEY };
  const backup = backupPath({ dataDir: env.DATA_DIR, databaseUrl: undefined }, Date.now());
  mkdirSync(dirname(backup), { recursive: true });
  writeFileSync(backup, "");
  const site = await startProcess({ ...env, WORKER: "off" });
  expect((await sendRequest(site.port, post())).status).toBe(201);
  const worker = await startWorkerProcess({ ...env, WORKER_PORT: String(workerPort) });
  expect((await sendRequest(workerPort, { path: "/readyz" })).status).toBe(200);
  expect((await sendRequest(workerPort, { path: "/metrics", headers: { apikey: PUBLIC_KEY } })).status).toBe(
    401,
  );
  const sent = /^nightshift_deliveries_total\{channel="mail",result="written"\} 2$/m;
  await vi.waitFor(async () => expect(await metricsOf(workerPort)).toMatch(sent), { timeout: 20_000 });
  const text = (await metricsOf(site.port)) + (await metricsOf(workerPort));
  expect(text).toContain("\nnightshift_leads_accepted_total 1\n");
  expect(text).toMatch(/^nightshift_store_seconds_count\{operation="insert"\} 1$/m);
  expect(text).toMatch(/^nightshift_build_info\{version="\d+\.\d+\.\d+",node="v26[\d.]+"\} 1$/m);
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));
  // They have no value until something happens.
  known.add("nightshift_deliveries_failing");

  const queries = [
    ...alarms.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const names = queries.flatMap((expr) => expr.match(/\b(?:nightshift|process|nodejs)_\w+/g) ?? []);
  expect(names.length).toBeGreaterThan(30);
  const unknown = names.filter((name) => !known.has(name.replace(/_(?:bucket|sum|count)$/, "")));
  expect(unknown).toEqual([]);
  expect(await worker.kill("SIGTERM")).toBe(0);
});

test("no figure of the dashboard has Grafana's own thresholds, by which every number above 80 is red", () => {
  const figures = panels.filter(({ type }) => type === "stat");
  expect(figures.length).toBeGreaterThan(3);
  for (const { title, fieldConfig } of figures) expect(fieldConfig.defaults.thresholds, title).toBeDefined();
});

test("a histogram counts the values up to each bound", () => {
  const times = createHistogram("x", "About x.");
  for (const seconds of [0.005, 0.02, 0.02, 11]) times.observe({ a: 'b"' }, seconds);
  expect(times.text().split("\n")).toEqual([
    "# HELP x About x.",
    "# TYPE x histogram",
    ...["0.005", "0.025", "0.1", "0.5", "2.5", "10", "+Inf"].map(
      (le, place) => `x_bucket{a="b\\"",le="${le}"} ${[1, 3, 3, 3, 3, 3, 4][place]}`,
    ),
    'x_sum{a="b\\""} 11.045',
    'x_count{a="b\\""} 4',
    "",
  ]);
});

const queryOf = (title: string) => panels.find((panel) => panel.title === title)?.targets[0]?.expr;
const values = (series: string, value: string) => ({ series, values: value });

/** The site is down, and the worker began at 0. */
const DASHBOARD_TESTS = {
  tests: [
    {
      input_series: [
        values('up{instance="site",job="nightshift"}', "0"),
        values('up{instance="worker",job="nightshift-worker"}', "1"),
        values('nightshift_ready{instance="worker",job="nightshift-worker"}', "1"),
        values('nightshift_build_info{instance="worker",version="1.2.3"}', "1x5"),
        values('process_start_time_seconds{instance="worker"}', "0x5"),
      ],
      promql_expr_test: [
        { expr: queryOf("Ready"), eval_time: "0s", exp_samples: [{ labels: "{}", value: 0 }] },
        {
          expr: queryOf("Running since its start, by version"),
          eval_time: "5m",
          exp_samples: [{ labels: '{instance="worker",version="1.2.3"}', value: 300 }],
        },
      ],
    },
  ],
};

const promtool = findProgram("promtool");

describe.skipIf(promtool === undefined)("promtool", () => {
  function run(...args: string[]) {
    const copy = temporaryFolder();
    cpSync(folder, copy, { recursive: true });
    cpSync(join(root, "tests", "deploy", "alarms.promtool.yml"), join(copy, "test.yml"));
    writeFileSync(join(copy, "dashboard.yml"), JSON.stringify(DASHBOARD_TESTS));
    const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { cwd: copy, encoding: "utf8" });
    return { status, said: stdout + stderr };
  }

  test("accepts the scrape example and the alarms", () => {
    expect(run("check", "config", "--syntax-only", "prometheus.yml")).toMatchObject({ status: 0 });
    expect(run("check", "rules", "alerts.yml")).toMatchObject({ status: 0 });
  });

  test("fires each alarm when it should, and none on a healthy day", () => {
    const { status, said } = run("test", "rules", "test.yml");
    expect({ status, said }).toMatchObject({ status: 0 });
  });

  test("the dashboard is not ready while a site is down, and names the version of each process", () => {
    const { status, said } = run("test", "rules", "dashboard.yml");
    expect({ status, said }).toMatchObject({ status: 0 });
  });

  test("parses the metrics of the site and the worker", async () => {
    const site = await startProcess({ ...environment(), METRICS_KEY });
    const input = await metricsOf(site.port);
    const { status, stderr } = spawnSync(promtool ?? "", ["check", "metrics"], { input, encoding: "utf8" });
    expect({ status, stderr }).toMatchObject({ status: expect.not.stringMatching("1"), stderr: "" });
  });
});
