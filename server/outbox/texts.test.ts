/** Texts in the worker: their parts are counted, and none is sent twice. */
import { expect, test, vi } from "vitest";
import { HOUR_MS } from "../../contract/durations.ts";
import { newWorker, PATIENCE } from "../../tests/fakes/worker.ts";
import { measureProcess } from "../lifecycle/process-metrics.ts";
import { LEASE_MS } from "./outbox.ts";

test("the metrics count the parts that texts are billed as, once there are any", async () => {
  const { scenario, worker } = await newWorker(() => Promise.resolve({ kind: "sent", parts: 2 }));
  const { metrics } = measureProcess(scenario.folder, scenario.store);
  expect(metrics(worker)).not.toContain("text_parts");
  await scenario.lead();
  worker.start();
  await vi.waitFor(() => expect(metrics(worker)).toContain("nightshift_text_parts_total 4\n"), PATIENCE);
});

test("a text whose answer came too late for a stop is never sent again", async () => {
  const { scenario, worker, sent } = await newWorker(() => new Promise(() => undefined));
  scenario.settings.sms = { url: "https://sms.example/", user: "", password: "", sender: [] };
  const { id: lead } = await scenario.lead();
  const startsAt = new Date(scenario.time + 2 * HOUR_MS).toISOString();
  const call = { zone: "Europe/London", phone: "+442079460958", textConsent: "Text me." };
  await scenario.services.calls.book(startsAt, { lead, ...call });
  scenario.time += HOUR_MS;
  worker.start();
  await vi.waitFor(() => expect(sent.map(({ kind }) => kind)).toContain("text-reminder"), PATIENCE);
  await worker.stop(0);
  scenario.time += LEASE_MS;
  expect(await scenario.claim("text")).toEqual([]);
  expect(await scenario.states(lead)).toMatchObject({ "text-reminder": "dead" });
});
