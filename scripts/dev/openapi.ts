/** The OpenAPI 3.1 document of the form's REST API and of the agency's, from the schemas that the server parses with. */
import { ADMIN_OPERATIONS } from "../../contract/admin-operations.ts";
import { LEAD_COLUMNS, leadColumns, LEADS_TABLE } from "../../contract/lead.ts";
import { ADMIN_PATH, REST_PATH } from "../../contract/routes.ts";
import { toJsonSchema, type JsonSchema } from "./json-schema.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonSchema) => ({ "application/json": { schema } });
const answer = (description: string, schema?: JsonSchema) => ({
  description,
  ...(schema && { content: json(schema) }),
});

const columns = Object.fromEntries(
  leadColumns.map((column) => {
    const { required, maxLength } = LEAD_COLUMNS[column];
    return [column, { type: "string", ...(required && { minLength: 1 }), maxLength }];
  }),
);
const required = leadColumns.filter((column) => LEAD_COLUMNS[column].required);
const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };

export function openApi(version: string, url: string) {
  const operations = Object.entries(ADMIN_OPERATIONS).map(([name, { input, output }]) => [
    `${ADMIN_PATH}/${name}`,
    {
      post: {
        operationId: name,
        security: [{ secretKey: [] }],
        requestBody: { required: true, content: json(toJsonSchema(input)) },
        responses: {
          200: answer("Done", toJsonSchema(output)),
          400: answer("The input is wrong", ref("Refusal")),
          401: answer("Without the secret key", ref("Refusal")),
          404: answer("Nothing has this id", ref("Refusal")),
          409: answer("Somebody has changed the lead since", { type: "object" }),
          503: answer("The store does not answer", ref("Refusal")),
        },
      },
    },
  ]);
  return {
    openapi: "3.1.1",
    info: { title: "Nightshift", version, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url }],
    components: {
      securitySchemes: Object.fromEntries(
        ["publicKey", "secretKey"].map((name) => [name, { type: "apiKey", in: "header", name: "apikey" }]),
      ),
      schemas: {
        NewLead: { type: "object", properties: columns, required },
        Lead: {
          type: "object",
          properties: {
            id: { ...text, format: "uuid" },
            created_at: { ...text, format: "date-time" },
            ...columns,
          },
          required: ["id", "created_at", ...leadColumns],
        },
        RestError: {
          type: "object",
          properties: { code: text, message: text, details: textOrNull, hint: textOrNull },
          required: ["code", "message", "details", "hint"],
        },
        Refusal: { type: "object", properties: { message: text }, required: ["message"] },
      },
    },
    paths: { [`${REST_PATH}/${LEADS_TABLE}`]: leads(), ...Object.fromEntries(operations) },
  };
}

/** In PostgREST's dialect: its documentation lists filters, orders and preferences. */
function leads() {
  const header = (name: string) => ({ name, in: "header", schema: text });
  const query = (name: string) => ({ name, in: "query", schema: text });
  const refused = (description: string) => answer(description, ref("RestError"));
  return {
    post: {
      operationId: "submit",
      security: [{ publicKey: [] }, { secretKey: [] }],
      parameters: [header("Idempotency-Key"), header("Prefer")],
      requestBody: {
        required: true,
        content: json({ anyOf: [ref("NewLead"), { type: "array", items: ref("NewLead") }] }),
      },
      responses: {
        201: answer("Stored; with Prefer: return=representation, the rows", {
          type: "array",
          items: ref("Lead"),
        }),
        400: refused("A field is wrong"),
        401: refused("Without a key"),
        413: refused("The body is too large"),
        429: refused("Too many leads in a minute"),
        503: refused("The store does not answer"),
      },
    },
    get: {
      operationId: "read",
      security: [{ secretKey: [] }],
      parameters: [
        ...["select", "order", "limit", "offset"].map(query),
        ...["id", "created_at", ...leadColumns].map(query),
      ],
      responses: {
        200: answer("The rows", { type: "array", items: ref("Lead") }),
        400: refused("The query cannot be read"),
        401: refused("Without the secret key"),
      },
    },
  };
}
