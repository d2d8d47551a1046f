/** The least that stores a lead: `node:http`, the same rows as durable. `npm run bench` shows what the rest costs. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { leadColumns } from "../../contract/lead.ts";
import { createUuidV7 } from "../../server/leads/uuid.ts";
import { planDeliveries } from "../../server/outbox/planned-deliveries.ts";
import { LeadDatabase } from "../../server/storage/sqlite/lead-database.ts";
import type { Request } from "../../server/storage/sqlite/database-thread.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";

const Fields = v.object(v.entriesFromList(leadColumns, v.string()));

const [, , path = "", port] = process.argv;
const database = new LeadDatabase(openDatabase(path, 1_000, console.error));
const newId = createUuidV7(Date.now);
let waiting: { request: Request; answer: () => void }[] = [];
let isWriting = false;

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return void response.end();
  const lead = v.parse(Fields, JSON.parse(await text(request)));
  const row = { id: newId(), created_at: new Date().toISOString(), ...lead };
  const deliveries = planDeliveries(row, { webhookUrls: [] }).map((planned) => ({
    id: newId(),
    leadId: row.id,
    ...planned,
  }));
  const insert: Request = { id: 0, operation: "insert", input: { rows: [row], deliveries } };
  const answer = () =>
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(row));
  waiting.push({ request: insert, answer });
  if (!isWriting) setImmediate(() => void write());
  isWriting = true;
}

createServer((request, response) => void take(request, response)).listen(Number(port), "127.0.0.1");

async function write(): Promise<void> {
  const together = waiting;
  waiting = [];
  await database.write(together.map(({ request }) => request));
  for (const { answer } of together) answer();
  isWriting = waiting.length > 0;
  if (isWriting) setImmediate(() => void write());
}
