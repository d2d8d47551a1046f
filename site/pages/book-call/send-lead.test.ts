import { expect, test, vi } from "vitest";
import {
  CONFIRMATION_HEADER,
  OFFER_HEADER,
} from "../../../contract/http/rest-api.ts";
import { content } from "../../../tests/content.ts";
import { LEAD } from "../../../tests/support/leads.ts";
import { listOf } from "../../../tests/support/said.tsx";
import { pageContents } from "../../page-content.ts";
import { readAnswer } from "./send-lead.ts";

const PAGE = "<!doctype html><p>Accept our terms";
const MAILED = { [CONFIRMATION_HEADER]: "mail" };
const UNMAILED = { [CONFIRMATION_HEADER]: "none", [OFFER_HEADER]: "/offer" };

const NO = { message: "No." };
const problems = [{ input: "email", message: "No." }];

const ANSWERS: [status: number, body: unknown, headers?: HeadersInit][] = [
  [201, ""],
  [201, [], MAILED],
  [201, {}, UNMAILED],
  [200, { location: "/call" }],
  [200, PAGE],
  [200, NO],
  [500, { code: "XX000" }],
  [401, NO],
  [406, NO],
  [409, NO],
  [400, { ...NO, details: 'violates "lead_submissions_email_check"' }],
  [422, { ...NO, problems, location: "/call" }],
];

test("each answer is read as send-lead.said.txt says", async () => {
  const logged = vi.mocked(console.error).mockReturnValue();
  const said: Record<string, string> = {};
  for (const [status, body, headers = {}] of ANSWERS) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await readAnswer(new Response(text, { status, headers }), {
      lead: LEAD,
      content: pageContents(content).bookCall,
    });
    said[`${status} ${text} ${JSON.stringify(headers)}`] =
      JSON.stringify(answer);
  }
  logged.mockClear();
  await expect(listOf(said, content.failures)).toMatchFileSnapshot(
    "send-lead.said.txt",
  );
});
