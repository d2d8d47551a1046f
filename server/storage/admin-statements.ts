/** Reads leads with all that belongs to them, for the administration. Every list reads about the same amount. */
import type { Input } from "../../contract/admin-operations.ts";
import { addressesOf, addressOf, nationalNumber, numbersMeant, phoneOf } from "../../contract/lead.ts";
import type { LeadDetail, LeadList } from "../../contract/leads-admin.ts";
import { CONTEXT_COLUMNS, LEAD_COLUMNS, LEADS, number, ifReadable, text } from "./query.ts";
import type { DatabaseRecord, Query, Dialect } from "./query.ts";
import { toDetails, toLeadDelivery, toSummary } from "./outbox-rows.ts";
import { FAILED_DELIVERY } from "./conditions.ts";
import { foldCase, LIST_PARTS, LOOKED_THROUGH, type ListPart, type TextSearch } from "./search.ts";
import { isKnownSource, sourceOf } from "../../contract/funnel.ts";

const DETAILS = `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS} FROM ${LEADS}`;

const NOTES = "SELECT * FROM lead_notes WHERE lead_id = ANY ($1) ORDER BY id";

const BOOKINGS = "SELECT * FROM bookings WHERE lead_id = ANY ($1) ORDER BY created_at, id";

const DELIVERIES = "SELECT * FROM deliveries WHERE lead_id = ANY ($1) ORDER BY due_at, id";

export async function readLead(query: Query, id: string) {
  return (await details(query, await query(`${DETAILS} WHERE lead.id = $1`, [id])))[0];
}

// With `ANY` for the addresses, PostgreSQL may read a million leads.
const OF_PERSON = `SELECT id AS lead_id, email AS address FROM lead_submissions
    WHERE email IN (SELECT email FROM json_to_recordset($1) AS known (email text))
  UNION ALL SELECT lead_id, phone FROM bookings WHERE phone LIKE $2`;

/** The leads of a person: with one of the addresses, or with a call to the number. @returns {@link numbersMeant}, too */
export async function leadsOfPerson(query: Query, email: string) {
  const addresses = addressesOf(email);
  const phone = phoneOf(email);
  // The digits, whatever was typed between them.
  const digits = phone && nationalNumber(phone).replaceAll("", "%");
  const rows = await query(OF_PERSON, [JSON.stringify(addresses.map((one) => ({ email: one }))), digits]);
  const given = (row: DatabaseRecord) => addressOf(text(row, "address"));
  const theirs = rows.filter((row) => addresses.includes(given(row)));
  return { ids: theirs.map((row) => text(row, "lead_id")), numbers: numbersMeant(email, theirs.map(given)) };
}

export async function readLeadsAfter(query: Query, { id, ids, size, email, ending }: Input<"leadsAfter">) {
  const values: unknown[] = [size];
  const after = id === undefined ? "" : `AND lead.id > $${values.push(id)}`;
  const theirs = email === undefined ? undefined : await leadsOfPerson(query, email);
  const of = theirs ? `AND lead.id = ANY ($${values.push(theirs.ids)})` : "";
  const among = ids === undefined ? "" : `AND lead.id = ANY ($${values.push(ids)})`;
  const like = ending === undefined ? "" : `AND CAST(lead.id AS text) LIKE $${values.push(`%${ending}`)}`;
  const where = `TRUE ${after} ${among} ${of} ${like}`;
  const leads = await query(`${DETAILS} WHERE ${where} ORDER BY lead.id LIMIT $1`, values);
  return details(query, leads);
}

export async function listDeliveries(query: Query, { state, page, size }: Input<"deliveries">) {
  const where = state === undefined ? "" : "WHERE delivery.state = $1";
  const values = state === undefined ? [] : [state];
  const [limit, offset] = [values.length + 1, values.length + 2];
  const rows = await query(
    `SELECT delivery.*, lead.name AS lead_name FROM deliveries AS delivery
     JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
     WHERE delivery.id IN (
       SELECT delivery.id FROM deliveries AS delivery ${where} ORDER BY due_at, id LIMIT $${limit} OFFSET $${offset}
     ) ORDER BY delivery.due_at, delivery.id`,
    [...values, size, (page - 1) * size],
  );
  const [counted] = await query(`SELECT count(*) AS total FROM deliveries AS delivery ${where}`, values);
  const total = number(counted, "total");
  return {
    deliveries: rows.flatMap((row) => toLeadDelivery(row) ?? []),
    page,
    pages: pagesOf(total, size),
    total,
  };
}

function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

async function details(query: Query, leads: readonly DatabaseRecord[]): Promise<LeadDetail[]> {
  const ids = leads.map(({ id }) => id);
  const notes = await query(NOTES, [ids]);
  return toDetails(leads, notes, await query(BOOKINGS, [ids]), await query(DELIVERIES, [ids]));
}

const SUMMARIES = `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS}, (
    SELECT count(*) FROM deliveries AS delivery WHERE delivery.lead_id = lead.id AND ${FAILED_DELIVERY}
  ) AS failed_deliveries, (
    SELECT text FROM lead_notes AS note WHERE note.lead_id = lead.id ORDER BY note.id DESC LIMIT 1
  ) AS note FROM ${LEADS} WHERE lead.id = ANY ($1)`;

export async function listLeads(query: Query, input: Input<"list">, dialect: Dialect): Promise<LeadList> {
  const { filter, search, page, size, ...narrow } = input;
  const { where, values } = await narrowed(query, narrow);
  const wanted = foldCase(search);
  const ids: string[] = [];
  let [skip, total] = [(page - 1) * size, 0];
  for (const part of LIST_PARTS[filter]) {
    const narrowPart = { ...part, where: `${part.where} AND ${where}`, values };
    const found = await find(query, dialect.searchText, narrowPart, wanted, {
      skip,
      size: size - ids.length,
    });
    ids.push(...found.ids);
    skip = Math.max(0, skip - found.total);
    total += found.total;
  }
  const summaries = (await query(SUMMARIES, [ids])).flatMap((row) => ifReadable(() => toSummary(row)) ?? []);
  const leads = ids.flatMap((id) => summaries.find((summary) => summary.id === id) ?? []);
  return { leads, filter, search, page, pages: pagesOf(total, size), total };
}

async function find(
  query: Query,
  search: TextSearch,
  part: ListPart,
  wanted: string,
  { skip, size }: { skip: number; size: number },
): Promise<{ ids: string[]; total: number }> {
  const context = `FROM lead_contexts AS context WHERE ${part.where}`;
  const count = async () =>
    number((await query(`SELECT count(*) AS total ${context}`, part.values))[0], "total");
  if (wanted === "") {
    const values = [...part.values, size, skip];
    const page = `SELECT lead_id ${context} ORDER BY ${part.order} LIMIT $${values.length - 1} OFFSET $${values.length}`;
    const ids = (await query(page, values)).map((record) => text(record, "lead_id"));
    // The last page itself shows the number.
    const isLast = ids.length < size && (ids.length > 0 || skip === 0);
    return { ids, total: isLast ? skip + ids.length : await count() };
  }
  const statement = search(part, wanted, (await count()) > LOOKED_THROUGH);
  const found = await query(statement.text, statement.values);
  return {
    ids: found.slice(skip, skip + size).map((record) => text(record, "lead_id")),
    total: found.length,
  };
}

/** Names from leads: an address can contain any name. */
const MAX_NAMES = 10_000;

// Skips from one name to the next in an index, whatever the number of leads between them.
const NAMES = `WITH RECURSIVE named (source) AS (
    SELECT min(came_from) FROM lead_contexts WHERE came_from <> ''
    UNION ALL
    SELECT (SELECT min(came_from) FROM lead_contexts WHERE came_from <> '' AND came_from > named.source)
    FROM named WHERE source IS NOT NULL
  ) SELECT source FROM named WHERE source IS NOT NULL LIMIT ${MAX_NAMES}`;

/** Names as leads have them, by the source that they stand for: well-known ones first. */
export async function storedSources(query: Query): Promise<Map<string, string[]>> {
  const names = (await query(NAMES)).map((record) => text(record, "source"));
  const bySource = Map.groupBy(names, sourceOf);
  const rank = (source: string) => Number(!isKnownSource(source));
  return new Map([...bySource].toSorted(([a], [b]) => rank(a) - rank(b)));
}

/** The condition of leads for this service, from this source and since this time; without all three, any lead. */
export async function narrowed(
  query: Query,
  { service, source, since }: Pick<Input<"list">, "service" | "source" | "since">,
): Promise<Pick<ListPart, "where" | "values">> {
  const values: unknown[] = [];
  const where = ["TRUE"];
  if (service !== undefined) where.push(`context.service = $${values.push(service)}`);
  if (since !== undefined) where.push(`context.came_at >= $${values.push(since)}`);
  if (source !== undefined) {
    const names = (await storedSources(query)).get(source) ?? [];
    where.push(`context.came_from = ANY ($${values.push(names)})`);
  }
  return { where: where.join(" AND "), values };
}
