import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { REST_PATH } from "../../contract/rest-api.ts";
import { createHistogram } from "../http/monitoring.ts";
import { createRejectEarly } from "./early-answers.ts";

const FULL = { isFull: () => true };

test("a rejection comes a second later, unless too many are waiting", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const times = createHistogram("x", "About x.");
  const rejectEarly = createRejectEarly(FULL, { baseHeaders: {}, corsOrigins: undefined, times });
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
  expect(times.text()).toContain('x_count{route="/rest/v1/*",status="503"} 1001\n');
});
