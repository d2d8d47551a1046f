/** The faults of a rehearsal. Each fault lasts until it had an effect, so none passes unnoticed on a fast machine. */
import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";
import { onServer } from "../fakes/postgres.ts";
import type { Stage } from "./rehearsal-stage.ts";
import type { Crowd } from "./rehearsal-visitors.ts";

interface Length {
  effects: number;
  awayMs: number;
}

type Fault = (stage: Stage, visitors: Crowd, length: Length) => Promise<void>;

const TIMEOUT_MS = 90_000;

/** Waits until a count has grown by this much. */
async function grown(count: () => number, by: number): Promise<void> {
  const enough = count() + by;
  await vi.waitUntil(() => count() >= enough, { timeout: TIMEOUT_MS, interval: 1 });
}

async function away(count: () => number, { effects, awayMs }: Length): Promise<void> {
  await Promise.all([grown(count, effects), sleep(awayMs)]);
}

const whileSending = ({ underWay }: Crowd) =>
  vi.waitUntil(() => underWay() > 0, { timeout: TIMEOUT_MS, interval: 1 });

const REQUEST = /^POST /;
/** The end of a mail. Source: RFC 5321, section 4.1.1.4. */
const MAIL = /(?:^|\r\n)\.\r\n$/;

/** Like PostgreSQL on a full disk. One table at a time, because locking both could deadlock with the site. */
async function fillDisk(url: string, isFull: boolean): Promise<void> {
  const raise = "BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END";
  await onServer(url, async (client) => {
    await client.query(
      `CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ ${raise} $$`,
    );
    for (const table of ["public.lead_submissions", "nightshift.deliveries"])
      await client.query(
        isFull
          ? `CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION full_disk()`
          : `DROP TRIGGER full_disk ON ${table}`,
      );
  });
}

export const FAULTS: Record<string, Fault> = {
  "the site is killed": async (stage, visitors, length) => {
    await whileSending(visitors);
    await stage.kill("site");
    await away(visitors.failed, length);
    await stage.start("site");
  },

  "answers to visitors are cut in their middle": async ({ lines }, _, { effects }) => {
    lines.visitors.cutAnswers(REQUEST, effects);
    await grown(lines.visitors.broken, effects);
  },

  "the worker is killed while a mail is under way": async (stage) => {
    await grown(stage.mails, 1);
    await stage.kill("worker");
    await stage.start("worker");
  },

  "PostgreSQL crashes": async ({ database }, visitors, length) => {
    await whileSending(visitors);
    await database.stop("immediate");
    await away(visitors.failed, length);
    await database.start();
  },

  "the mail server is away": async ({ lines: { mail } }, _, length) => {
    mail.down();
    await away(mail.broken, length);
    mail.up();
  },

  "the disk of the database is full": async ({ databaseUrl }, visitors, length) => {
    await fillDisk(databaseUrl, true);
    await away(visitors.failed, length);
    await fillDisk(databaseUrl, false);
  },

  "answers of the mail server are cut once it has the mail": async ({ lines: { mail } }, _, { effects }) => {
    mail.cutAnswers(MAIL, effects);
    await grown(mail.broken, effects);
  },

  "the receiver is away": async ({ lines: { receiver } }, _, length) => {
    receiver.down();
    await away(receiver.broken, length);
    receiver.up();
  },

  "answers of the receiver are cut in their middle": async ({ lines: { receiver } }, _, { effects }) => {
    receiver.cutAnswers(REQUEST, effects);
    await grown(receiver.broken, effects);
  },

  "PostgreSQL is started anew": async ({ database }, visitors, length) => {
    await database.stop("fast");
    await away(visitors.failed, length);
    await database.start();
  },

  "the whole machine fails: site, worker and PostgreSQL at once": async (stage, visitors, length) => {
    await whileSending(visitors);
    await Promise.all([stage.kill("site"), stage.kill("worker"), stage.database.stop("immediate")]);
    await away(visitors.failed, length);
    await Promise.all([stage.start("site"), stage.start("worker"), stage.database.start()]);
  },
};
