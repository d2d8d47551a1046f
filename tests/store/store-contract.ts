/** What every store promises. Each adapter runs through these, with a factory that opens an empty one. */
import { describe, expect, test } from "vitest";
import { LEAD_COLUMNS, leadColumns, SERVICES, type LeadRow } from "../../contract/lead.ts";
import type {
  Comparison,
  Filter,
  Idempotency,
  Insert,
  LeadQuery,
  RowColumn,
  Store,
} from "../../server/storage/store.ts";
import { LEAD } from "../fakes/leads.ts";

const ALL: LeadQuery = { filters: [], order: [], offset: 0, limit: 1000, count: false };

let made = 0;

/** A lead with an id of its own; later ones have greater ids and times. */
function row(changes: Partial<LeadRow> = {}): LeadRow {
  made += 1;
  const number = String(made).padStart(12, "0");
  const created_at = new Date(Date.UTC(2026, 10, 20) + made).toISOString();
  return { id: `01932000-0000-7000-8000-${number}`, created_at, ...LEAD, ...changes };
}

function keyed(rows: LeadRow[], changes: Partial<Idempotency> = {}): Insert {
  const idempotency = {
    key: "key:one",
    fingerprint: "aa",
    usedAt: "2026-11-20T12:00:00.000Z",
    forgetBefore: "2026-11-13T12:00:00.000Z",
    ...changes,
  };
  return { rows, idempotency };
}

function compare(column: RowColumn, comparison: Comparison, value: string): Filter {
  return { kind: "compare", column, comparison, value };
}

async function readAll(store: Store, query: Partial<LeadQuery> = {}): Promise<LeadRow[]> {
  const result = await store.read({ ...ALL, ...query });
  if (result.kind !== "rows") throw new Error(result.reason);
  return result.rows;
}

/** @param open opens an empty store that is closed after the test. */
export function describeStore(title: string, open: () => Promise<Store>): void {
  describe(`${title} as a store`, () => {
    test("is ready, and gives back what was inserted, column for column", async () => {
      const store = await open();
      expect(await store.ready()).toBe(true);
      const lead = row({ problems: "Line one\nLine two\t\u{1f4de} 棋圍", name: "O'Brien; DROP TABLE --" });
      expect(await store.insert({ rows: [lead] })).toEqual({ kind: "stored", rows: [lead], repeated: false });
      expect(await readAll(store)).toEqual([lead]);
    });

    test("stores all rows of an insert or none", async () => {
      const store = await open();
      const lead = row();
      await store.insert({ rows: [lead] });
      expect(await store.insert({ rows: [row(), row({ id: lead.id }), row()] })).toEqual({
        kind: "duplicate-id",
      });
      expect(await readAll(store)).toEqual([lead]);
    });

    test("refuses one insert without harm to those beside it", async () => {
      const store = await open();
      const lead = row();
      await store.insert({ rows: [lead] });
      const results = await Promise.all([
        store.insert({ rows: [row()] }),
        store.insert({ rows: [row({ id: lead.id })] }),
        store.insert({ rows: [row()] }),
      ]);
      expect(results.map(({ kind }) => kind)).toEqual(["stored", "duplicate-id", "stored"]);
      expect(await readAll(store)).toHaveLength(3);
    });

    test("takes every service and the longest text of every column", async () => {
      const store = await open();
      for (const { value } of SERVICES) {
        expect(await store.insert({ rows: [row({ selected_service: value })] })).toMatchObject({
          kind: "stored",
        });
      }
      // Letters that take four bytes in UTF-8 and two units in UTF-16: limits are in code points.
      const longest = row({ email: `${"a".repeat(244)}@sample.co` });
      for (const column of leadColumns) {
        if (column === "email" || column === "selected_service") continue;
        longest[column] = "\u{1f4de}".repeat(LEAD_COLUMNS[column].maxLength);
      }
      expect(await store.insert({ rows: [longest] })).toMatchObject({ kind: "stored", rows: [longest] });
    });

    test.each<Partial<LeadRow>>([
      { name: "" },
      { name: "x".repeat(LEAD_COLUMNS.name.maxLength + 1) },
      { email: "UPPER@sample.co" },
      { email: `${"a".repeat(245)}@sample.co` },
      { company_name: "" },
      { selected_service: "free-money" },
      { problems: "" },
      { problems: "x".repeat(LEAD_COLUMNS.problems.maxLength + 1) },
      { additional_info: "x".repeat(LEAD_COLUMNS.additional_info.maxLength + 1) },
    ])("would not even store what the site lets through by mistake: %#", async (wrong) => {
      const store = await open();
      const results = await Promise.all([
        store.insert({ rows: [row(wrong)] }),
        store.insert({ rows: [row()] }),
      ]);
      expect(results).toMatchObject([
        { kind: "refused", reason: expect.stringMatching(/check constraint/i) },
        { kind: "stored" },
      ]);
      expect(JSON.stringify(results[0])).not.toContain("dana@");
      expect(await readAll(store)).toHaveLength(1);
    });

    test("gives the same rows for the same key and the same words", async () => {
      const store = await open();
      const rows = [row(), row({ name: "Ben" })];
      await store.insert(keyed(rows));
      expect(await store.insert(keyed([row(), row()]))).toEqual({ kind: "stored", rows, repeated: true });
      expect(await readAll(store)).toEqual(rows);
    });

    test("gives nothing for the same key and other words", async () => {
      const store = await open();
      await store.insert(keyed([row()]));
      expect(await store.insert(keyed([row()], { fingerprint: "bb" }))).toEqual({ kind: "key-reused" });
      expect(await readAll(store)).toHaveLength(1);
    });

    test("makes one lead of twins under load", async () => {
      const store = await open();
      const twins = Array.from({ length: 40 }, (_, index) => index % 4);
      const results = await Promise.all(
        twins.map((number) =>
          store.insert(keyed([row()], { key: `key:${number}`, fingerprint: `${number}` })),
        ),
      );
      const ids = results.map((result) => (result.kind === "stored" ? result.rows[0]?.id : result.kind));
      expect(new Set(ids).size).toBe(4);
      expect(await readAll(store)).toHaveLength(4);
    });

    test("forgets keys that are older than asked for, and keeps the leads", async () => {
      const store = await open();
      await store.insert(keyed([row()]));
      const later = { usedAt: "2026-11-28T12:00:00.000Z", forgetBefore: "2026-11-21T12:00:00.000Z" };
      expect(await store.insert(keyed([row()], later))).toMatchObject({ kind: "stored", repeated: false });
      expect(await readAll(store)).toHaveLength(2);
    });

    test("leaves no key behind when its insert is refused", async () => {
      const store = await open();
      const lead = row();
      await store.insert({ rows: [lead] });
      await store.insert(keyed([row({ id: lead.id })]));
      expect(await store.insert(keyed([row()], { fingerprint: "bb" }))).toMatchObject({ kind: "stored" });
    });

    test("filters, sorts, cuts and counts", async () => {
      const store = await open();
      const [ada, ben, cleo] = [row({ name: "Ada" }), row({ name: "Ben" }), row({ name: "Cleo" })];
      await store.insert({ rows: [ada, ben, cleo] });
      const after = {
        kind: "compare",
        column: "created_at",
        comparison: "gt",
        value: ada.created_at,
      } as const;
      const notBen = { kind: "compare", column: "name", comparison: "neq", value: "Ben" } as const;
      expect(await readAll(store, { filters: [after] })).toEqual([ben, cleo]);
      expect(await readAll(store, { filters: [after, notBen] })).toEqual([cleo]);
      expect(await readAll(store, { order: [{ column: "name", descending: true }] })).toEqual([
        cleo,
        ben,
        ada,
      ]);
      expect(await readAll(store, { order: [{ column: "email", descending: true }] })).toEqual([
        ada,
        ben,
        cleo,
      ]);
      expect(await store.read({ ...ALL, filters: [after], offset: 1, limit: 1, count: true })).toEqual({
        kind: "rows",
        rows: [cleo],
        total: 2,
      });
    });

    test.each<[string, string[], Filter[]]>([
      ["equal", ["Ben"], [compare("name", "eq", "Ben")]],
      ["not equal", ["ada", "Ádám", "Δημήτρης", "100%_*?[a]\\"], [compare("name", "neq", "Ben")]],
      ["greater, by code point", ["ada", "Ádám", "Δημήτρης"], [compare("name", "gt", "Ben")]],
      ["greater or equal", ["ada", "Ben", "Ádám", "Δημήτρης"], [compare("name", "gte", "Ben")]],
      ["less", ["100%_*?[a]\\"], [compare("name", "lt", "Ben")]],
      ["less or equal", ["Ben", "100%_*?[a]\\"], [compare("name", "lte", "Ben")]],
      ["like, with its case", ["ada"], [compare("name", "like", "a%")]],
      ["like, as a whole", [], [compare("name", "like", "d")]],
      ["like, one character", ["ada", "Ben"], [compare("name", "like", "___")]],
      [
        "like, over lines",
        ["ada", "Ben", "Ádám", "Δημήτρης", "100%_*?[a]\\"],
        [compare("problems", "like", "One%Two")],
      ],
      ["like, taken literally", ["100%_*?[a]\\"], [compare("name", "like", String.raw`100\%\_*?[a]\\`)]],
      ["like, an escaped sign", [], [compare("name", "like", String.raw`a\%`)]],
      ["ilike, in any alphabet", ["Ádám"], [compare("name", "ilike", "áDÁ%")]],
      ["ilike, inside", ["Δημήτρης"], [compare("name", "ilike", "%ΜΉΤΡ%")]],
      ["in a list", ["ada", "Ben"], [{ kind: "in", column: "name", values: ["ada", "Ben", "Zoe"] }]],
      ["in an empty list", [], [{ kind: "in", column: "name", values: [] }]],
      ["all of none", ["ada", "Ben", "Ádám", "Δημήτρης", "100%_*?[a]\\"], [{ kind: "and", filters: [] }]],
      ["any of none", [], [{ kind: "or", filters: [] }]],
      [
        "any, of which one is all",
        ["ada", "Ben"],
        [
          {
            kind: "or",
            filters: [
              compare("name", "eq", "Ben"),
              { kind: "and", filters: [compare("name", "like", "a%"), compare("name", "like", "%a")] },
            ],
          },
        ],
      ],
      [
        "not any",
        ["Ádám", "Δημήτρης", "100%_*?[a]\\"],
        [
          {
            kind: "not",
            filter: { kind: "or", filters: [compare("name", "eq", "Ben"), compare("name", "eq", "ada")] },
          },
        ],
      ],
      [
        "not in a list",
        ["Ádám", "Δημήτρης", "100%_*?[a]\\"],
        [{ kind: "not", filter: { kind: "in", column: "name", values: ["Ben", "ada"] } }],
      ],
      [
        "not not equal",
        ["Ben"],
        [{ kind: "not", filter: { kind: "not", filter: compare("name", "eq", "Ben") } }],
      ],
    ])("finds the rows that are %s", async (_name, expected, filters) => {
      const store = await open();
      const names = ["ada", "Ben", "Ádám", "Δημήτρης", "100%_*?[a]\\"];
      await store.insert({ rows: names.map((name) => row({ name, problems: "One\nTwo" })) });
      expect((await readAll(store, { filters })).map(({ name }) => name)).toEqual(expected);
    });

    test("answers as unavailable when it is closed, and finishes before what it was given", async () => {
      const store = await open();
      const pending = Array.from({ length: 50 }, () => store.insert({ rows: [row()] }));
      await store.close();
      expect(new Set((await Promise.all(pending)).map(({ kind }) => kind))).toEqual(new Set(["stored"]));
      expect(await store.insert({ rows: [row()] })).toMatchObject({ kind: "unavailable" });
      expect(await store.read(ALL)).toMatchObject({ kind: "unavailable" });
      expect(await store.ready()).toBe(false);
    });
  });
}
