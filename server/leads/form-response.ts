/**
 * Answers a posted form with a page; the
 * script of the site gets the same as JSON.
 */

import type { FormState, PageState } from "../../contract/http/page.ts";
import { LEAD_COLUMNS } from "../../contract/lead/lead.ts";
import { cleanEmail } from "../../contract/lead/mailbox.ts";
import type { PageSender } from "../http/pages.ts";
import type { Take } from "../http/rate-limit.ts";
import type { FormOutcome } from "./form-outcome.ts";
import type { FormPost } from "./lead-forms.ts";

/**
 * Lets the browser show the answer again on
 * Back, without asking to send the form again.
 */
const FOR_BACK = "private, no-cache";
/**
 * A form with a longer text counts several
 * times in the limit of rendered pages.
 */
const BYTES_A_RENDERING = 16 * 1024;

/**
 * @param stateOf the state of the page that
 * shows the form again, or its confirmation
 * @param takeRendering the limit of rendered
 * pages, for a refused form without a script
 */
export async function sendOutcome(
  pages: PageSender,
  post: FormPost,
  outcome: FormOutcome,
  stateOf: (form: FormState, status: number) => PageState,
  takeRendering: Take,
) {
  const { reply, isScript, fields, bytes } = post;
  if (outcome.kind === "stored") {
    const { offer, isConfirmed } = outcome;
    const email = cleanEmail(fields.get(LEAD_COLUMNS.email.input) ?? "");
    const mail = isConfirmed ? { email } : { isUnmailed: true as const };
    const form = {
      kind: "submitted",
      ...mail,
      ...(offer && { offer }),
    } as const;
    return pages.send(reply, stateOf(form, 200), FOR_BACK);
  }
  const { location } = outcome;
  if (outcome.kind === "elsewhere") {
    reply.headers(pages.headers).header("cache-control", "no-store");
    return isScript
      ? reply.send({ location })
      : reply.redirect(outcome.location, 303);
  }
  const { status, message, problems = [], retryAfter } = outcome;
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  const values = Object.fromEntries(fields);
  const failed: FormState = { kind: "failed", values, message, problems };
  const page = outcome.page ?? stateOf(failed, status);
  if (isScript) {
    const { schedule } = page;
    reply.code(status).header("cache-control", "no-store");
    return reply.send({ message, problems, schedule, location });
  }
  const times = Math.max(1, Math.ceil(bytes / BYTES_A_RENDERING));
  const permit = await takeRendering(reply.request.ip, times);
  if (permit.kind === "granted") return pages.send(reply, page, FOR_BACK);
  if (location !== undefined) return reply.redirect(location, 303);
  return pages.sendError(reply, permit);
}
