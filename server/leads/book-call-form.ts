/** Takes leads from the form of /book-call in browsers that run no script. */

import type { FastifyInstance } from "fastify";
import { BOOK_CALL } from "../../contract/http/routes.ts";
import {
  CALL_NUMBER,
  hasDigit,
  isConfirmed,
} from "../../contract/lead/lead.ts";
import { cleanLine } from "../../contract/lead/typed-text.ts";
import { outcomeOf } from "./form-outcome.ts";
import { sendOutcome } from "./form-response.ts";
import {
  MAX_READ_BYTES,
  numberProblems,
  parsePost,
  submitPost,
  type LeadIntake,
} from "./lead-forms.ts";

export async function bookCallForm(
  app: FastifyInstance,
  intake: LeadIntake,
): Promise<void> {
  const { pages, leads, limits, readNextSteps } = intake;
  const { path } = BOOK_CALL;
  const { messages, form } = pages.manifest;

  app.post(path, { bodyLimit: MAX_READ_BYTES }, async (_request, reply) => {
    const post = await parsePost(intake, reply);
    const { input } = CALL_NUMBER;
    const typed = (form.asksNumber && post.fields.get(input)) || "";
    const number = cleanLine(typed);
    const problems = hasDigit(number)
      ? numberProblems(intake, number, isConfirmed(post.fields, input))
      : [];
    const outcome = await submitPost(
      intake,
      post,
      problems,
      async (fields, arrival) => {
        const result = await leads.submitLeads(
          [{ fields, number }],
          { kind: "content" },
          arrival,
        );
        const [row] = result.kind === "stored" ? result.rows : [];
        const stored = outcomeOf(result, messages);
        return row ? { ...stored, ...(await readNextSteps(row.id)) } : stored;
      },
    );
    return sendOutcome(
      pages,
      post,
      outcome,
      (state, status) => ({ path, status, form: state }),
      limits.renderings,
    );
  });
}
