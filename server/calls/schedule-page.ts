/** `/schedule`: the open times, also as JSON, and the form that books a call. */
import { fillIn } from "../../contract/content/fill-in.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDay } from "../../contract/locale/day.ts";
import type { LeadDetail } from "../../contract/inbox/leads-admin.ts";
import {
  CALL_NUMBER,
  CONFIRMED_NUMBER_FIELD,
  isCallNumber,
} from "../../contract/lead/lead.ts";
import {
  NO_CALL,
  type FormState,
  type ScheduleState,
} from "../../contract/http/page.ts";
import {
  BOOK_CALL,
  SCHEDULE_PATH,
  TIMES_PATH,
} from "../../contract/http/routes.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import { callLink } from "../deliveries/signed-links.ts";
import { zoneOr } from "../deliveries/mail/text.ts";
import { sendBody } from "../http/encoded-body.ts";
import { withCampaign } from "../http/pages.ts";
import { dayOf, isoTime } from "../leads/days.ts";
import {
  MAX_READ_BYTES,
  type FormPost,
  type LeadForms,
} from "../leads/lead-forms.ts";
import { readLead } from "../leads/read-lead.ts";
import type { Leads } from "../leads/submit-lead.ts";
import {
  ifAvailable,
  orUnavailable,
  StoreUnavailable,
} from "../store/unavailable.ts";
import { createCallForms } from "./book-or-keep.ts";
import { mailLink } from "./mail-link.ts";
import { isInstant, type Openings, type Wish } from "./offered-times.ts";
import * as states from "./page-states.ts";
import { createSharedPages } from "./shared-pages.ts";

type SchedulePageParts = states.PagesParts & { forms: LeadForms; leads: Leads };

export async function schedulePage(
  app: FastifyInstance,
  parts: SchedulePageParts,
): Promise<void> {
  const { pages, forms, schedule, mail, limits } = parts;
  const { availability, store, times, now } = schedule;
  const { timeZone, place } = availability;
  const { form: formContent, site } = pages.manifest;

  const leadIdOf = (token = "") => {
    const result = mail.links.verify(token, "schedule", now());
    return result.kind === "valid" ? result.subject : undefined;
  };
  const pickerOf = (token: string | undefined): states.Picker => ({
    picking: { agencyZone: timeZone, token: leadIdOf(token) && token },
    requiresPhone: place.kind === "phone",
    locale: mail.locale,
    now: now(),
  });
  const callForms = createCallForms(parts, pickerOf);

  const shared = createSharedPages(pages);

  states.hideTokens(app);
  mailLink(app, parts);

  app.get(TIMES_PATH, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const openings = await times.read();
    const firstDay = dayOf(openings.times[0] ?? isoTime(now()), timeZone);
    const { from = firstDay, days = "14" } = states.queryOf(request);
    if (!isDay(from) || !/^[1-9]\d{0,2}$/.test(days)) {
      const message =
        "from must be a date like 2027-03-01, and days a number from 1 to 999.";
      return reply.code(400).send({ message });
    }
    const end = Temporal.PlainDate.from(from)
      .add({ days: Number(days) })
      .toString();
    const chosen = openings.days.filter(({ day }) => day >= from && day < end);
    return { zone: timeZone, times: chosen.flatMap((day) => day.times) };
  });

  app.get(SCHEDULE_PATH, async (request, reply) => {
    const campaign = withCampaign(request, site.siteUrl);
    if (campaign !== undefined)
      return reply
        .headers(pages.headers)
        .header("cache-control", "no-store")
        .redirect(campaign);
    const openings =
      (await ifAvailable(times.read(), undefined)) ?? times.lastKnown();
    if (!openings) return send(reply, 503, states.STORE_UNAVAILABLE);
    const query = states.queryOf(request);
    const leadId = leadIdOf(query["token"]);
    if (leadId !== undefined)
      return sendForLead(request, reply, leadId, openings);
    reply.headers(pages.headers);
    const state = await boardFor(request, openings, query);
    return sendBody(request, reply, await shared.page(state));
  });

  /**
   * The state that the query asks for. The page without a query has no limit, so a network that
   * asks for too many different pages gets that page instead of an error.
   */
  async function boardFor(
    request: FastifyRequest,
    openings: Openings,
    { zone, zones, day, at }: states.PageQuery,
  ) {
    // A phone number, which the query may contain, is on no page that others get.
    const query = { zone, zones, day, at };
    const state = states.pickState(openings, query, pickerOf(undefined));
    if (shared.has(state)) return state;
    const permit = await limits.renderings(request.ip);
    if (permit.kind === "granted") return state;
    return states.pickState(openings, {}, pickerOf(undefined));
  }

  async function sendForLead(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    openings: Openings,
  ) {
    const query = states.queryOf(request);
    const permit = await limits.linkHolders(request.ip);
    if (permit.kind !== "granted")
      return pages.sendError(request, reply, permit);
    const detail = await orUnavailable(readLead(store, id));
    if (!detail) return send(reply, 404, { view: "none", why: "link" });
    if (detail instanceof StoreUnavailable)
      return send(reply, 503, states.STORE_UNAVAILABLE);
    const call = states.comingCall(detail, now());
    if (call) return reply.redirect(mail.links.path(callLink(call)), 303);
    const picker = pickerOf(query["token"]);
    const why = NO_CALL.find((reason) => reason === query["kept"]);
    // A booking deletes the wish. If its call is over by now, the page need not explain anything.
    if (why !== undefined && detail.wish) {
      const nearest =
        why === "has-call" ? [] : await times.nearest(detail.wish.at ?? "");
      return send(reply, 200, states.keptState(picker, why, detail, nearest));
    }
    const answers = { ...lastAnswers(detail), ...query };
    return send(reply, 200, states.pickState(openings, answers, picker));
  }

  app.post(
    SCHEDULE_PATH,
    { bodyLimit: MAX_READ_BYTES },
    async (request, reply) => {
      const post = await forms.parse(request, reply);
      if ("refusal" in post)
        return pages.sendError(request, reply, post.refusal);
      const leadId = leadIdOf(post.fields.get("token"));
      const wish = states.wishOf(post.fields, timeZone);
      const problems = numberProblems(wish, post);
      const outcome = await forms.submit(post, problems, (fields, arrival) =>
        leadId === undefined
          ? callForms.bookForNewLead(wish, fields, arrival, request.ip)
          : callForms.bookForKnownLead(wish, leadId, request.ip),
      );
      const stateOf = (form: FormState, status: number) => {
        if (!isInstant(wish.startsAt))
          return { path: BOOK_CALL.path, status, form };
        const picker = pickerOf(post.fields.get("token"));
        return {
          ...states.pageState(
            status,
            states.formState(wish.startsAt, wish, picker),
          ),
          form,
        };
      };
      const takeRendering =
        leadId === undefined ? limits.renderings : limits.linkHolders;
      return forms.respond(post, outcome, stateOf, takeRendering);
    },
  );

  /** Refuses a text without a number. Lets the visitor confirm a number that no country has. */
  function numberProblems({ zone, phone }: Wish, { fields }: FormPost) {
    const { input } = CALL_NUMBER;
    const { callNumber, doubtfulNumber } = formContent.fieldProblems;
    if (!fields.has(input)) return [];
    if (!isCallNumber(phone)) return [{ input, message: callNumber }];
    if (fields.get(CONFIRMED_NUMBER_FIELD) === fields.get(input)) return [];
    const { phoneTyped } = readNumber(phone, [
      zoneOr(timeZone, zone),
      timeZone,
    ]);
    if (phoneTyped !== undefined) return [];
    return [{ input, message: fillIn(doubtfulNumber, { text: phone }) }];
  }

  const send = (reply: FastifyReply, status: number, state: ScheduleState) =>
    pages.send(reply, states.pageState(status, state));
}

function lastAnswers({ wish, bookings }: LeadDetail): states.PageQuery {
  const latest = bookings.toSorted((a, b) =>
    a.createdAt < b.createdAt ? 1 : -1,
  )[0];
  const phone =
    wish?.typed ?? wish?.phone ?? latest?.phoneTyped ?? latest?.phone;
  return { zone: wish?.zone ?? latest?.zone, phone };
}
