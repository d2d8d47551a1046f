/** The forms in which leads come and go besides JSON, and which part of an insert an answer shows. */
import { describe, expect, test } from "vitest";
import { LEAD } from "../fakes/leads.ts";
import { startServer } from "../fakes/server.ts";
import { get, post } from "./wire-request.ts";

const CSV = { "content-type": "text/csv", accept: "text/csv" };
const HEADER = "name,email,company_name,selected_service,problems,additional_info";

describe("comma-separated values", () => {
  test("are stored, and answered in kind", async () => {
    const server = await startServer();
    const body = `${HEADER}\nAda,Ada@trades.example,"Ada, Inc.",ai-chatbot,"One\nTwo",NULL\nBen,b@x.example,B,ai-chatbot,P,`;
    const answer = await server.send(
      post(body, CSV, "?select=name,email,company_name,problems,additional_info"),
    );
    expect(answer).toMatchObject({ status: 201, headers: { "content-type": "text/csv; charset=utf-8" } });
    expect(answer.body).toBe(
      'name,email,company_name,problems,additional_info\nAda,ada@trades.example,"Ada, Inc.","One\nTwo",""\nBen,b@x.example,B,P,""',
    );
  });

  test.each([
    [`${HEADER}\nAda`, "PGRST102", "All lines must have same number of fields"],
    ["", "PGRST102", "Empty or invalid csv"],
    ["phone\n5", "PGRST204", "Could not find the 'phone' column of 'lead_submissions' in the schema cache"],
    ["name\nAda", "23502", "Enter your email address."],
  ])("%j are refused", async (body, code, message) => {
    const server = await startServer();
    expect(JSON.parse((await server.send(post(body, CSV))).body)).toMatchObject({ code, message });
  });

  test("are what a read gives when asked for, times as PostgreSQL writes them", async () => {
    const server = await startServer({ now: () => Date.parse("2026-11-20T12:00:00.000Z") });
    await server.send(post());
    const answer = await server.send(get("?select=who:name,created_at", { accept: "text/csv" }));
    expect(answer.body).toBe('who,created_at\n"Dana Ortiz","2026-11-20 12:00:00+00"');
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  });
});

describe("a content type", () => {
  test.each([
    ["text/plain; charset=utf-8", "text/plain"],
    ["text/html; charset=utf-8", "text/html; charset=utf-8"],
    ["multipart/form-data; boundary=x", "multipart/form-data; boundary=x"],
    ["application/octet-stream", "application/octet-stream"],
  ])("%s is not taken", async (type, named) => {
    const server = await startServer();
    const answer = await server.send(post(LEAD, { "content-type": type }));
    expect({ status: answer.status, ...JSON.parse(answer.body) }).toMatchObject({
      status: 400,
      code: "PGRST102",
      message: `Content-Type not acceptable: ${named}`,
    });
  });
});

describe("the answer to an insert", () => {
  const list = ["Ada", "Ben", "Cleo"].map((name) => ({ ...LEAD, name }));

  test("is sorted and cut as asked", async () => {
    const server = await startServer();
    const query = "?select=name&order=email,name.desc&offset=1&limit=1";
    const answer = await server.send(post(list, { accept: "application/json" }, query));
    expect(JSON.parse(answer.body)).toEqual([{ name: "Ben" }]);
    const one = await server.send(post(list, {}, "?select=name&limit=1&order=name"));
    expect({ status: one.status, body: JSON.parse(one.body) }).toEqual({
      status: 201,
      body: { name: "Ada" },
    });
  });

  test("takes no filters, and then stores nothing", async () => {
    const server = await startServer();
    const answer = await server.send(post(LEAD, {}, "?name=eq.Ada"));
    expect(JSON.parse(answer.body)).toMatchObject({
      code: "PGRST127",
      details: "An insert takes no filters.",
    });
    expect(JSON.parse((await server.send(get())).body)).toEqual([]);
  });
});

test("a read past the last row says how many there are", async () => {
  const server = await startServer();
  await server.send(post());
  const answer = await server.send(get("", { range: "5-9", prefer: "count=exact" }));
  expect({
    status: answer.status,
    range: answer.headers["content-range"],
    ...JSON.parse(answer.body),
  }).toMatchObject({
    status: 416,
    range: "*/1",
    code: "PGRST103",
    details: "An offset of 5 was requested, but there are only 1 rows.",
  });
});
