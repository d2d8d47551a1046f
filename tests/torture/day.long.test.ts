/** A day at forty times its speed, on a server with releases: nothing that a process uses grows after its first hour. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { callForm, openTimesAt } from "../fakes/callers.ts";
import { LEAD } from "../fakes/leads.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { untilReady } from "../fakes/process.ts";
import { packRelease, startServerWithReleases } from "../fakes/releases.ts";
import { sendRequest, type TestRequest } from "../fakes/server.ts";
import { sqliteOutbox } from "../outbox/deliveries.ts";
import { KEYS } from "../fakes/home.ts";
import { through } from "../outbox/environment.ts";
import { formRequest } from "../wire/inbox-request.ts";
import { post } from "../wire/wire-request.ts";

const HOURS = 24;
const HOUR_MS = 90_000;
/** In an hour. A visit loads a page with its files; a call is booked and canceled. */
const VISITS = 800;
const LEADS = 20;
const CALLS = 2;
const BACKUP_EVERY = 6;
const UPDATE_AT = 22;
const ROLLBACK_AT = 23;
/** More than after the first hour; memory in MB, and that of any hour. */
const MOST = { memory: 140, growth: 15, threads: 0, descriptors: 10 };
/** Far above a day's pace, so that limits are counted for each address and refuse nobody. */
const LIMITS = { RATE_LIMIT_PER_MINUTE: "1000", RATE_LIMIT_TOTAL_PER_MINUTE: "100000" };
const WHOLE = { isWhole: true } as const;

interface Use {
  pid: number;
  memory: number;
  threads: number;
  descriptors: number;
  store: number;
  log: number;
}

test(
  "a day of visits, leads, calls, backups, an update and a rollback",
  async ({ task }) => {
    const mailServer = await startMailServer("none");
    const { SMTP_URL } = through(mailServer);
    const settings = {
      ...KEYS,
      SMTP_URL,
      LOG_LEVEL: "info",
      TRUST_PROXY: "1",
      ALLOW_SAMPLES: "yes",
      ...LIMITS,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const server = await startServerWithReleases(lines.join("\n"), WHOLE);
    const { port, home, dataDir } = server;
    const archive = await packRelease("1.1.0", WHOLE);
    server.service("start");
    await untilReady(port);
    const acknowledged = new Set<string>();
    let calls = 0;
    let visits = 0;

    /** As a proxy passes it on, from an address of its own. */
    const ask = (request: TestRequest) => {
      const address = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join(".");
      return sendRequest(port, {
        ...request,
        headers: { ...request.headers, "x-forwarded-for": `11.${address}` },
      });
    };
    const visit = async () => {
      const { body } = await ask({ path: visits % 4 === 0 ? "/book-call" : "/" });
      for (const [, path = ""] of body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await ask({ path });
      visits++;
    };
    const lead = async () => {
      const email = `${randomUUID()}@visitor.example`;
      const request = post({ ...LEAD, email }, { "idempotency-key": randomUUID() });
      // Like the page: the same lead again after no answer.
      await vi.waitUntil(async () => (await ask(request).catch(() => undefined))?.status === 201, 60_000);
      acknowledged.add(email);
    };
    const call = async () => {
      const email = `${randomUUID()}@visitor.example`;
      const [startsAt = ""] = await openTimesAt(port);
      const { status, headers } = await ask(callForm({ email }, startsAt));
      if (status !== 303) return;
      acknowledged.add(email);
      const path = String(headers["location"]);
      // Beyond a real day's calls, a call is held until its visitor confirms it.
      if (!path.endsWith("&booked")) return;
      const canceled = await ask(formRequest(path.replace("&booked", ""), { cancel: "yes" }));
      expect(canceled.status).toBe(303);
      calls++;
    };

    const stopping = new AbortController();
    const failed: unknown[] = [];
    const ways = [
      [visit, VISITS],
      [lead, LEADS],
      [call, CALLS],
    ] as const;
    const everyone = ways.map(async ([come, times]) => {
      while (!stopping.signal.aborted) {
        // During a restart nothing listens here, where no systemd keeps the socket.
        await come().catch((error: unknown) =>
          error instanceof Error && "code" in error ? undefined : failed.push(error),
        );
        await sleep(HOUR_MS / times);
      }
    });

    const use = (): Use => {
      const pid = Number(readFileSync(join(home, "pid"), "utf8"));
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
      return {
        pid,
        memory: Math.round(number("VmRSS") / 1024),
        threads: number("Threads"),
        descriptors: readdirSync(`/proc/${pid}/fd`).length,
        store: statSync(join(dataDir, "leads.db")).size,
        log: statSync(join(home, "log")).size,
      };
    };
    const hours: Use[] = [];
    for (let hour = 1; hour <= HOURS; hour++) {
      const end = performance.now() + HOUR_MS;
      if (hour % BACKUP_EVERY === 0) expect(server.run("leads", "backup")).toMatchObject({ status: 0 });
      if (hour === UPDATE_AT) expect(await once(server.begin(archive), "exit")).toEqual([0, null]);
      if (hour === ROLLBACK_AT) expect(server.rollback()).toMatchObject({ status: 0 });
      await sleep(Math.max(0, end - performance.now()));
      hours.push(use());
    }
    stopping.abort();
    await Promise.all(everyone);
    expect(failed).toEqual([]);

    const stored = await sqliteOutbox(dataDir).rows("SELECT email FROM lead_submissions");
    expect(new Set(stored.map(({ email }) => email))).toEqual(acknowledged);
    await vi.waitUntil(
      () => acknowledged.size <= new Set(mailServer.mails.map(({ to }) => to[0])).size - 1,
      60_000,
    );

    const [first, last] = [hours[0], hours[UPDATE_AT - 2]];
    if (!first || !last) throw new Error("The day has no hours.");
    expect(last.pid, "one process").toBe(first.pid);
    for (const { memory } of hours) expect(memory).toBeLessThan(MOST.memory);
    expect(last.memory - first.memory).toBeLessThan(MOST.growth);
    expect(last.threads - first.threads).toBeLessThanOrEqual(MOST.threads);
    expect(last.descriptors - first.descriptors).toBeLessThan(MOST.descriptors);
    const end = hours.at(-1) ?? last;
    task.meta.torture = {
      fault: "A day of work, with backups, an update and a rollback",
      times: `${HOURS} hours in ${Math.round((HOURS * HOUR_MS) / 60_000)} minutes`,
      result: [
        `${visits} visits, ${acknowledged.size} leads, ${calls} calls booked and canceled, ${mailServer.mails.length} mails`,
        `memory ${hours.map(({ memory }) => memory).join(", ")} MB`,
        `${first.threads} threads, then ${last.threads}`,
        `${first.descriptors} descriptors, then ${last.descriptors}`,
        `${Math.round(end.store / acknowledged.size)} bytes of the store and ${Math.round(end.log / acknowledged.size)} of the log for each lead`,
      ].join("; "),
    };
  },
  HOURS * HOUR_MS + 300_000,
);
