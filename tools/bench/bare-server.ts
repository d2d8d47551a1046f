/** The least that stores a lead: `node:http`, the same rows as durable. `npm run bench` shows what the rest costs. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as v from "valibot";
import { leadColumns } from "../../contract/lead.ts";
import { createUuidV7 } from "../../server/leads/uuid.ts";
import { planDeliveries } from "../../server/deliveries/planned-deliveries.ts";
import { openSqliteStore } from "../../server/store/sqlite/sqlite-store.ts";
import { insertLeads } from "../../server/leads/insert-leads.ts";

const Fields = v.object(v.entriesFromList(leadColumns, v.string()));

const [, , path = "", port] = process.argv;
const store = await openSqliteStore({ path, log: console.error });
const newId = createUuidV7(Date.now);
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return void response.end();
  const lead = v.parse(Fields, JSON.parse(await text(request)));
  const row = { id: newId(), created_at: new Date().toISOString(), ...lead };
  const deliveries = planDeliveries(row, { webhookUrls: [] }).map((planned) => ({
    id: newId(),
    leadId: row.id,
    ...planned,
  }));
  await insertLeads(store, { rows: [row], deliveries });
  response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(row));
}

createServer((request, response) => void take(request, response)).listen(Number(port), "127.0.0.1");
