/** Inserts beyond the form's own request: batches, preferences, and repeated requests. */
import { expect, test } from "vitest";
import { FORM } from "../support/build.ts";
import { LEAD } from "../support/leads.ts";
import { startServer, type TestRequest } from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { post, stored } from "./wire-request.ts";

const ROWS = { accept: "application/json" };

test("an insert with columns= takes those, ignores the rest, and gives each row an id", async () => {
  const server = await startServer();
  const columns = Object.keys(LEAD).join(",");
  const answer = await server.send(post({ ...LEAD, shoe_size: "5" }, {}, `?columns=${columns}`));
  expect(answer.status).toBe(201);
  const refused = await server.send(post(LEAD, {}, "?columns=shoe_size"));
  expect(JSON.parse(refused.body)).toMatchObject({ code: "PGRST204" });
  const rows = await server.send(post([twin, LEAD], ROWS, `?columns=id,${columns}`));
  expect(JSON.parse(rows.body)).toMatchObject([{ id: ID }, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});

const ID = "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";
const twin = { ...LEAD, id: ID };

test.each<[what: string, request: TestRequest, status: number, said: unknown]>([
  [
    "a list with one bad row, which is named",
    post([LEAD, { ...LEAD, email: "nobody" }], ROWS),
    400,
    {
      code: "23514",
      message: FORM.fields.email.invalid,
      details: expect.stringMatching(/^Row 2: new row .* "lead_submissions_email_check"$/),
    },
  ],
  ["a list with an id twice", post([twin, twin], ROWS), 409, { code: "23505" }],
  [
    "a lead with several problems, of which the visitor reads the first",
    post({ ...LEAD, name: " ", email: "x", selected_service: "y" }),
    400,
    {
      code: "23502",
      message: FORM.fields.name.missing,
      details: expect.stringMatching(/^([^;]+; ){2}[^;]+$/),
    },
  ],
  [
    "a lead with filters",
    post(LEAD, {}, "?name=eq.Ada"),
    400,
    { code: "PGRST127", details: "An insert takes select and columns, no filters." },
  ],
  ["an empty list, which is answered by one", post([], ROWS), 201, []],
  ["an upsert that merges", post(LEAD, { prefer: "resolution=merge-duplicates" }), 401, {}],
  ["an upsert that ignores", post(LEAD, { prefer: "resolution=ignore-duplicates" }), 401, {}],
  ["an upsert by id", post(LEAD, {}, "?on_conflict=id"), 401, {}],
])("an insert stores nothing of %s", async (_what, request, status, said) => {
  const server = await startServer();
  const answer = await server.send(request);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toMatchObject(Object(said));
  expect(await stored(server)).toEqual([]);
});

const keyed = (body: object = LEAD) => post(body, { "idempotency-key": "6f1c9c0e" });

test("a form that its script has sent is the same lead when it is sent again without the script", async () => {
  const server = await startServer();
  await server.send(keyed());
  expect((await server.send(postForm())).status).toBe(200);
  expect(await stored(server)).toHaveLength(1);
});
