import { expect, test, vi } from "vitest";
import {
  CONFIRMATION_HEADER,
  OFFER_HEADER,
} from "../../../contract/http/rest-api.ts";
import { content } from "../../../tests/content.ts";
import { LEAD } from "../../../tests/support/leads.ts";
import { pageContents } from "../../page-content.ts";
import { readAnswer } from "./send-lead.ts";

const PAGE = "<!doctype html><p>Accept our terms";
const MAILED = { [CONFIRMATION_HEADER]: "mail" };
const UNMAILED = { [CONFIRMATION_HEADER]: "none", [OFFER_HEADER]: "/offer" };

const stored = { kind: "submitted" };
const unclear = {
  kind: "failed",
  message: content.failures.unreadable,
  problems: [],
  isUnclear: true,
};
const NO = { message: "No." };
const refused = { ...NO, kind: "failed", problems: [] };
const problem = { input: "email", message: "No." };

test.each<[status: number, body: unknown, as: object, headers?: HeadersInit]>([
  [201, "", stored],
  [201, [], { ...stored, email: LEAD.email }, MAILED],
  [201, {}, { ...stored, isUnmailed: true, offer: "/offer" }, UNMAILED],
  [200, { location: "/call" }, { ...stored, location: "/call" }],
  [200, PAGE, unclear],
  [200, NO, unclear],
  [500, { code: "XX000" }, unclear],
  [401, NO, unclear],
  [406, NO, unclear],
  [409, NO, refused],
  [
    400,
    { message: "No.", details: 'violates "lead_submissions_email_check"' },
    { ...refused, problems: [problem] },
  ],
  [
    422,
    { message: "No.", problems: [problem], location: "/call" },
    { ...refused, problems: [problem], location: "/call" },
  ],
])("the answer %i %j is read as %j", async (status, body, as, headers = {}) => {
  const logged = vi.mocked(console.error).mockReturnValue();
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await readAnswer(new Response(text, { status, headers }), {
    lead: LEAD,
    content: pageContents(content).bookCall,
  });
  expect(answer).toEqual(as);
  logged.mockClear();
});
