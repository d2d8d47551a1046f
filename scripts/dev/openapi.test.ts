/** The OpenAPI document: its schemas are valid JSON Schema (2020-12), and the server's real answers fit them. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { ADMIN_OPERATIONS } from "../../contract/admin-operations.ts";
import { LEAD } from "../../tests/fakes/leads.ts";
import { SECRET_KEY, startServer } from "../../tests/fakes/server.ts";
import { get, post } from "../../tests/wire/wire-request.ts";
import { openApi } from "./openapi.ts";

const api = openApi("1.0.0", "http://localhost:3000");
const document = new Ajv2020({ strict: true, validateFormats: false }).addSchema(
  { $id: "api", ...api },
  "api",
);
// The parts of OpenAPI around the schemas.
for (const word of ["openapi", "info", "servers", "components", "paths"]) document.addKeyword(word);

/** @param path of the document, such as `/components/schemas/Lead` */
function problems(path: string, value: unknown): unknown {
  const check = document.compile({ $ref: `api#${path}` });
  return check(value) ? [] : check.errors;
}

const step = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
const REST = `/paths/${step("/rest/v1/lead_submissions")}`;
const content = (where: string) => `${where}/content/${step("application/json")}/schema`;

test("every operation is in it, and every schema in it is valid, with no reference into nothing", () => {
  const schemas = [...JSON.stringify(api).matchAll(/"#(\/components\/[^"]+)"/g)].map(([, path = ""]) => path);
  for (const name of Object.keys(ADMIN_OPERATIONS)) {
    const where = `/paths/${step(`/admin/${name}`)}/post`;
    schemas.push(content(`${where}/requestBody`), content(`${where}/responses/200`));
  }
  expect(schemas.length).toBeGreaterThan(2 * Object.keys(ADMIN_OPERATIONS).length);
  for (const path of schemas) expect(() => document.compile({ $ref: `api#${path}` }), path).not.toThrow();
});

test("what a program sends, and what the server answers, is as it says", async () => {
  const server = await startServer();
  expect(problems(content(`${REST}/post/requestBody`), LEAD)).toEqual([]);
  expect(problems(content(`${REST}/post/requestBody`), { ...LEAD, name: "" })).not.toEqual([]);
  await server.send(post());
  const { body } = await server.send(get());
  expect(problems(content(`${REST}/get/responses/200`), JSON.parse(body))).toEqual([]);
  const refused = await server.send(post({ ...LEAD, name: "" }));
  expect(problems(content(`${REST}/post/responses/400`), JSON.parse(refused.body))).toEqual([]);

  const [{ id }] = JSON.parse(body);
  const days = { days: 7, timeZone: "America/New_York" };
  const inputs: [name: keyof typeof ADMIN_OPERATIONS, input: object][] = [
    ["list", { filter: "open", search: "", page: 1, size: 10 }],
    ["lead", { id }],
    ["overview", days],
    ["funnel", days],
    ["note", { id, text: "Called back." }],
    ["outcome", { id, outcome: "won" }],
    ["deliveries", { page: 1, size: 10 }],
    ["health", {}],
    ["calls", {}],
    ["freeTimes", {}],
    ["closeTime", { startsAt: "2027-03-01T14:00:00Z", endsAt: "2027-03-01T15:00:00Z" }],
    ["closedTimes", {}],
  ];
  for (const [name, input] of inputs) {
    const where = `/paths/${step(`/admin/${name}`)}/post`;
    expect(problems(content(`${where}/requestBody`), input), name).toEqual([]);
    const headers = { apikey: SECRET_KEY, "content-type": "application/json" };
    const asked = { method: "POST", path: `/admin/${name}`, headers, body: JSON.stringify(input) };
    const answer = await server.send(asked);
    expect(answer.status, name).toBe(200);
    expect(problems(content(`${where}/responses/200`), JSON.parse(answer.body)), name).toEqual([]);
  }
});
