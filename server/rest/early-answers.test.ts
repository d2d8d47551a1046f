import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { content } from "../../tests/content.ts";
import { REST_PATH } from "../../contract/routes.ts";
import { createHistogram } from "../http/monitoring.ts";
import { authenticate, createRejectEarly } from "./early-answers.ts";

const FULL = { isFull: () => true };

test("a rejection comes a second later, unless too many are waiting", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const times = createHistogram("x", "About x.");
  const rejectEarly = createRejectEarly(FULL, {
    baseHeaders: {},
    messages: content.messages,
    corsOrigins: undefined,
    times,
  });
  const send = () => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: "POST", url: `${REST_PATH}/leads` });
    const response = new ServerResponse(request);
    expect(rejectEarly(request, response)).toBe(true);
    return response;
  };
  const [first] = Array.from({ length: 1_000 }, send);
  vi.advanceTimersByTime(999);
  expect(first?.headersSent).toBe(false);
  expect(send()).toMatchObject({ headersSent: true, statusCode: 503 });
  vi.advanceTimersByTime(1);
  expect(first).toMatchObject({ headersSent: true, statusCode: 503 });
  expect(send().headersSent).toBe(false);
  expect(times.text()).toContain('x_count{method="POST",route="/rest/v1/*",status="503"} 1001\n');
});

const PUBLIC = "public-key-for-tests-0";
const OTHER = "another-key-for-tests-0";

const from = (headers: Record<string, string>, query = "") =>
  authenticate(headers, `/rest/v1/x${query}`, PUBLIC);

test.each<[string, Record<string, string>, string]>([
  ["only the public key", { apikey: PUBLIC }, ""],
  ["the public key in the address", {}, `?apikey=${PUBLIC}`],
  ["the public key and the same bearer", { apikey: PUBLIC, authorization: `bearer  ${PUBLIC}` }, ""],
  ["another scheme, which says nothing", { apikey: PUBLIC, authorization: "Basic eDp5" }, ""],
  ["the header before the address", { apikey: PUBLIC }, `?apikey=${OTHER}`],
])("the key of a request is %s", (_name, headers, query) => {
  expect(() => from(headers, query)).not.toThrow();
});

test.each<[string, Record<string, string>, string, string]>([
  ["nothing", {}, "", "No API key found in request"],
  ["an empty key", { apikey: "" }, "", "No API key found in request"],
  ["only a bearer", { authorization: `Bearer ${OTHER}` }, "", "No API key found in request"],
  ["another key", { apikey: "nope" }, "", "Invalid API key"],
  ["a key and a blank", { apikey: `${PUBLIC} ` }, "", "Invalid API key"],
  ["an empty bearer", { apikey: PUBLIC, authorization: "Bearer " }, "", "The bearer token"],
  ["a token", { apikey: PUBLIC, authorization: "Bearer eyJhbGciOiJub25lIn0.e30." }, "", "The bearer token"],
  ["the other key as bearer", { apikey: PUBLIC, authorization: `Bearer ${OTHER}` }, "", "The bearer"],
])("the key of a request is refused with %s", (_name, headers, query, message) => {
  expect(() => from(headers, query)).toThrow(message);
});

test("the key of a request is not among the parameters that are parsed further", () => {
  expect([...from({}, `?select=id&apikey=${PUBLIC}`)]).toEqual([["select", "id"]]);
});
