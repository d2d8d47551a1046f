/** The form that books a call. */
import type { FastifyInstance } from "fastify";
import { fillIn } from "../../contract/content/fill-in.ts";
import type { FormState } from "../../contract/http/page.ts";
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/http/routes.ts";
import {
  CALL_NUMBER,
  CONFIRMED_NUMBER_FIELD,
  isCallNumber,
} from "../../contract/lead/lead.ts";
import { zoneOr } from "../deliveries/mail/text.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import {
  MAX_READ_BYTES,
  parsePost,
  submitPost,
  type FormPost,
} from "../leads/lead-forms.ts";
import { sendOutcome } from "../leads/form-response.ts";
import {
  bookForKnownLead,
  bookForNewLead,
  type BookParts,
} from "./book-or-keep.ts";
import { isInstant, type Wish } from "./offered-times.ts";
import * as states from "./page-states.ts";
import { leadIdOf, pickerOf } from "./pickers.ts";

export function bookRoute(app: FastifyInstance, parts: BookParts): void {
  const { pages, schedule, limits } = parts;

  app.post(
    SCHEDULE_PATH,
    { bodyLimit: MAX_READ_BYTES },
    async (request, reply) => {
      const post = await parsePost(parts, request, reply);
      if ("refusal" in post)
        return pages.sendError(request, reply, post.refusal);
      const token = post.fields.get("token");
      const leadId = leadIdOf(parts, token);
      const wish = states.wishOf(post.fields, schedule.availability.timeZone);
      const problems = numberProblems(parts, wish, post);
      const outcome = await submitPost(
        parts,
        post,
        problems,
        (fields, arrival) =>
          leadId === undefined
            ? bookForNewLead(parts, wish, fields, arrival, request.ip)
            : bookForKnownLead(parts, wish, leadId, request.ip),
      );
      const stateOf = (form: FormState, status: number) =>
        formAgain(form, status, wish, pickerOf(parts, token));
      const takeRendering =
        leadId === undefined ? limits.renderings : limits.linkHolders;
      return sendOutcome(pages, post, outcome, stateOf, takeRendering);
    },
  );
}

/** The form for the wished time; without a readable time, the form without a call. */
function formAgain(
  form: FormState,
  status: number,
  wish: Wish,
  picker: states.Picker,
) {
  const { startsAt } = wish;
  if (!isInstant(startsAt)) return { path: BOOK_CALL.path, status, form };
  const state = states.formState(startsAt, wish, picker);
  return { ...states.pageState(status, state), form };
}

/** Refuses a text without a number. Lets the visitor confirm a number that no country has. */
function numberProblems(
  { pages, schedule }: BookParts,
  { zone, phone }: Wish,
  { fields }: FormPost,
) {
  const { timeZone } = schedule.availability;
  const { input } = CALL_NUMBER;
  const { callNumber, doubtfulNumber } = pages.manifest.form.fieldProblems;
  if (!fields.has(input)) return [];
  if (!isCallNumber(phone)) return [{ input, message: callNumber }];
  if (fields.get(CONFIRMED_NUMBER_FIELD) === fields.get(input)) return [];
  const { phoneTyped } = readNumber(phone, [zoneOr(timeZone, zone), timeZone]);
  if (phoneTyped !== undefined) return [];
  return [{ input, message: fillIn(doubtfulNumber, { text: phone }) }];
}
