/** Everything that a lead meets: site, worker, PostgreSQL, mail server, receiver, and the lines between them. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Email } from "postal-mime";
import { expect } from "vitest";
import { leadColumns } from "../../contract/lead.ts";
import { root } from "../../scripts/root.ts";
import { startLine } from "../fakes/line.ts";
import { createDatabase, privateServer } from "../fakes/postgres.ts";
import type { RunningProcess } from "../fakes/process.ts";
import { DURABLE, newScene, often } from "./scene.ts";
import type { Arrivals } from "./rehearsal-tally.ts";
import type { Crowd } from "./rehearsal-visitors.ts";

const AGENCY = "owner@agency.example";

/** Both send due deliveries. The visitors' line leads to the currently running site. */
type Program = "site" | "worker";

export type Stage = Awaited<ReturnType<typeof openStage>>;

export async function openStage() {
  const database = await privateServer(DURABLE);
  const databaseUrl = await createDatabase(database.url);
  const scene = await newScene({ DATABASE_URL: databaseUrl });
  const { outbox, mailServer, receiver } = scene;
  const lines = {
    mail: await startLine(() => mailServer.settings.port),
    receiver: await startLine(() => receiver.port),
    visitors: await startLine(() => running.site?.port ?? 0),
  };
  const env = {
    DIST_DIR: join(root, "dist"),
    SMTP_URL: `smtp://localhost:${lines.mail.port}?tls=none`,
    MAIL_FROM: "desk@agency.example",
    NOTIFY_EMAIL: AGENCY,
    WEBHOOK_URLS: `http://localhost:${lines.receiver.port}/hook`,
    // The build may be the owner's.
    ALLOW_SAMPLES: "yes",
    LOG_LEVEL: "warn",
  };
  const running: Partial<Record<Program, RunningProcess>> = {};
  const all: RunningProcess[] = [];

  async function start(program: Program): Promise<void> {
    const started = await scene[program](env);
    running[program] = started;
    all.push(started);
    expect(started.stderr().replaceAll(/^The store cannot be opened.*\n/gm, ""), program).toBe("");
  }

  await start("site");
  await start("worker");
  return {
    lines,
    database,
    databaseUrl,
    mails: () => mailServer.mails.length,
    start,
    async kill(program: Program): Promise<void> {
      expect(await running[program]?.kill("SIGKILL"), program).toBe(null);
    },
    /** Waits until only reminders are left. */
    settle: () => scene.settle(often(false, true), often(900_000, 60_000)),
    rows: (sql: string) => outbox.rows(sql),
    /** Counts only the last version of a call: a newer one replaces those that wait. */
    async arrivals({ visitors, calls }: Pick<Crowd, "visitors" | "calls">): Promise<Arrivals> {
      const rows = await outbox.rows("SELECT * FROM lead_submissions");
      const sent = new Map(visitors.map((visitor) => [visitor.lead.email, visitor]));
      const otherThanSent = (row: Record<string, unknown>) => {
        const { lead, id = row["id"] } = sent.get(String(row["email"])) ?? {};
        const changed = leadColumns.filter((column) => row[column] !== lead?.[column]);
        return id === row["id"] ? changed : ["id", ...changed];
      };
      const mails = mailServer.mails.map(({ to, parsed }) => {
        const toAgency = to[0] === AGENCY;
        const email = (toAgency ? parsed.replyTo?.[0]?.address : to[0]) ?? "nobody";
        return { toAgency, email, id: parsed.messageId ?? randomUUID(), sequence: sequenceOf(parsed) };
      });
      const isLast = ({ email, sequence }: { email: string; sequence: number | undefined }) =>
        calls.get(email)?.sequence === sequence;
      return {
        // A lead with other text, or another id than its visitor was told, belongs to nobody.
        stored: rows.map((row) => ({
          id: String(row["id"]),
          email: [String(row["email"]), ...otherThanSent(row)].join(", other "),
        })),
        "confirmed by mail": mails.filter((mail) => !mail.toAgency && isLast(mail)),
        notified: mails.filter((mail) => mail.toAgency && isLast(mail)),
        "events received": receiver.events
          .map(({ headers, body }) => {
            const { data } = JSON.parse(body);
            const id = headers["webhook-id"] ?? randomUUID();
            return { id, email: String(data.email), sequence: data.booking?.sequence };
          })
          .filter(isLast),
      };
    },
    said: () => all.map(({ stdout, stderr }) => stdout() + stderr()).join(""),
  };
}

/** The sequence number of the call in a mail. */
function sequenceOf({ attachments }: Email): number | undefined {
  const calendar = attachments.find(({ mimeType }) => mimeType === "text/calendar")?.content ?? "";
  const text = typeof calendar === "string" ? calendar : new TextDecoder().decode(calendar);
  const [, sequence] = /^SEQUENCE:(\d+)/m.exec(text) ?? [];
  return sequence === undefined ? undefined : Number(sequence);
}
