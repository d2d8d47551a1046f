/** Answers a posted form with a page; the script of the site gets the same as JSON. */
import type { FastifyReply } from "fastify";
import type { FormState, PageState } from "../../contract/http/page.ts";
import { cleanEmail } from "../../contract/lead/mailbox.ts";
import type { PageSender } from "../http/pages.ts";
import type { Take } from "../http/rate-limit.ts";
import type { FormOutcome } from "./form-outcome.ts";
import type { FormPost } from "./lead-forms.ts";

/** Lets the browser show the answer again on Back, without asking to send the form again. */
const FOR_BACK = "private, no-cache";
/** A form with a longer text counts several times in the limit of rendered pages. */
const BYTES_A_RENDERING = 16 * 1024;

type Stored = Extract<FormOutcome, { kind: "stored" }>;
type Refused = Extract<FormOutcome, { kind: "refused" }>;
type StateOf = (form: FormState, status: number) => PageState;

/**
 * @param stateOf the state of the page that shows the form again, or its confirmation
 * @param takeRendering the limit of rendered pages, for a refused form without a script
 */
export async function sendOutcome(
  pages: PageSender,
  post: FormPost,
  outcome: FormOutcome,
  stateOf: StateOf,
  takeRendering: Take,
) {
  const { reply, isScript } = post;
  switch (outcome.kind) {
    case "stored": {
      const state = stateOf(submittedState(post, outcome), 200);
      return pages.send(reply, state, FOR_BACK);
    }
    case "elsewhere":
      reply.headers(pages.headers).header("cache-control", "no-store");
      if (isScript) return reply.send({ location: outcome.location });
      return reply.redirect(outcome.location, 303);
    case "refused": {
      const { retryAfter } = outcome;
      if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
      const page = refusedPage(post, outcome, stateOf);
      if (isScript) return sendToScript(reply, outcome, page);
      return sendRefusedPage(pages, post, outcome, page, takeRendering);
    }
  }
}

function submittedState(
  { values }: FormPost,
  { offer, isConfirmed = false }: Stored,
): FormState {
  const email = values.email && cleanEmail(values.email);
  const mail = isConfirmed ? { email } : { isUnmailed: true as const };
  return { kind: "submitted", ...mail, ...(offer && { offer }) };
}

function refusedPage(
  { values }: FormPost,
  { page, message, problems = [], status }: Refused,
  stateOf: StateOf,
): PageState {
  return page ?? stateOf({ kind: "failed", values, message, problems }, status);
}

function sendToScript(
  reply: FastifyReply,
  { status, message, problems = [], location }: Refused,
  { schedule }: PageState,
) {
  reply.code(status).header("cache-control", "no-store");
  return reply.send({ message, problems, schedule, location });
}

async function sendRefusedPage(
  pages: PageSender,
  { request, reply, bytes }: FormPost,
  { location }: Refused,
  page: PageState,
  takeRendering: Take,
) {
  const times = Math.max(1, Math.ceil(bytes / BYTES_A_RENDERING));
  const permit = await takeRendering(request.ip, times);
  if (permit.kind === "granted") return pages.send(reply, page, FOR_BACK);
  if (location !== undefined) return reply.redirect(location, 303);
  return pages.sendError(request, reply, permit);
}
