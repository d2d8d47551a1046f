/** `/schedule`: the open times, and the form that books one, for new visitors and for stored leads. */
import { SCHEDULE_PATH, TIMES_PATH } from "../../contract/routes.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { dueAt } from "../../contract/delivery.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { CALL_NUMBER, CONFIRMED_NUMBER_FIELD, isCallNumber } from "../../contract/lead.ts";
import { ASKS_FIELD, NO_CALL, type FieldProblem, type ScheduleState } from "../../contract/page.ts";
import { registerLeadForm, type FormOutcome, type LeadFormParts } from "../leads/book-call-form.ts";
import { sendPage, withCampaign } from "../http/pages.ts";
import { sendBody } from "../http/encoded-body.ts";
import { isDay } from "../../contract/day.ts";
import { latestDays } from "../leads/days.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import type { PrepareLeads, StoreLeads } from "../leads/submit-lead.ts";
import { callLink } from "../deliveries/signed-links.ts";
import { zoneOr } from "../deliveries/mail/text.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import { STORE_RETRY_SECONDS } from "../store/store.ts";
import { comingCall, type Openings, type Schedule } from "./schedule.ts";
import { createKeptPages } from "./kept-pages.ts";
import { timesOf } from "./open-times.ts";
import { createBookOrKeep } from "./book-or-keep.ts";
import { mailLink } from "./mail-link.ts";
import * as states from "./page-states.ts";

export interface SchedulingParts extends LeadFormParts {
  schedule: Schedule;
  leads: { prepareLeads: PrepareLeads; storeLeads: StoreLeads };
  mail: MailSettings;
  now: () => number;
}

const MAX_DAYS = 366;
const DEFAULT_DAYS = 14;

export async function schedulePage(app: FastifyInstance, parts: SchedulingParts): Promise<void> {
  const { schedule, mail, site, headers, sendErrorPage, limits, now } = parts;
  const { timeZone, place } = schedule.availability;

  const leadOf = (token = "") => {
    const check = mail.links.verify(token, "schedule", now());
    return check.kind === "valid" ? check.subject : undefined;
  };
  /** A token that is not ours is ignored. */
  const pickerOf = (token: string | undefined): states.Picker => ({
    shown: { agencyZone: timeZone, ...(leadOf(token) !== undefined && { token }) },
    requiresPhone: place.kind === "phone",
    locale: mail.locale,
  });

  const render = (openings: Openings, query: states.PageQuery) =>
    site.render(states.pageState(200, states.pickState(openings, query, pickerOf(query["token"]))));
  const kept = createKeptPages(render, ({ zone }) => zoneOr(timeZone, zone));
  const bookOrKeep = createBookOrKeep(parts, pickerOf);

  states.hideTokens(app);
  await mailLink(app, parts);

  // The first rendering takes much longer than all others, and no visitor should wait for it.
  app.addHook("onReady", async () => {
    const openings = await schedule.openings().catch(() => undefined);
    if (openings?.kind === "ok") await kept.make(openings, {}).catch(() => undefined);
  });

  app.get(TIMES_PATH, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const today = latestDays(1, timeZone, now()).names[0];
    const { from = today ?? "", days = String(DEFAULT_DAYS) } = states.queryOf(request);
    if (!isDay(from) || !/^\d{1,3}$/.test(days) || Number(days) > MAX_DAYS || Number(days) === 0)
      return reply
        .code(400)
        .send({ message: `from must be a date like 2027-03-01, and days a number from 1 to ${MAX_DAYS}.` });
    const openings = await schedule.openings();
    if (openings.kind !== "ok")
      return reply.code(503).header("retry-after", STORE_RETRY_SECONDS).send({ message: "Try again soon." });
    return { zone: timeZone, times: timesOf(openings.times, from, Number(days), timeZone) };
  });

  app.get(SCHEDULE_PATH, async (request, reply) => {
    const campaign = withCampaign(request, site.manifest.site.siteUrl);
    if (campaign !== undefined)
      return reply.headers(headers).header("cache-control", "no-store").redirect(campaign);
    const read = await schedule.openings();
    const openings = read.kind === "ok" ? read : schedule.lastKnown();
    if (!openings) return sendPage(reply, parts, states.pageState(503, { view: "none", why: "unavailable" }));
    const query = states.queryOf(request);
    const lead = leadOf(query["token"]);
    if (lead !== undefined) return sendOfLead(request, reply, { openings, query, lead });
    reply.headers(headers);
    const asksForZone = query["zones"] !== undefined;
    const known = asksForZone ? undefined : kept.find(openings, query);
    if (known) return sendBody(request, reply, await known);
    // Every visitor gets the page without a query, however many others ask for pages of their own.
    const taken = kept.isPlain(query) ? undefined : await limits.renderings(request.ip);
    if (taken && taken.kind !== "taken") return sendErrorPage(request, reply, taken);
    if (asksForZone)
      return sendPage(
        reply,
        parts,
        states.pageState(200, states.zonesState(query, pickerOf(undefined), now())),
      );
    return sendBody(request, reply, await kept.make(openings, query));
  });

  /** For a stored lead: its call, why it has none, or the times to pick from. */
  async function sendOfLead(
    request: FastifyRequest,
    reply: FastifyReply,
    { openings, query, lead }: { openings: Openings; query: states.PageQuery; lead: string },
  ): Promise<FastifyReply> {
    const taken = await limits.linkHolders(request.ip);
    if (taken.kind !== "taken") return sendErrorPage(request, reply, taken);
    const found = await schedule.lead(lead);
    const send = (status: number, state: ScheduleState) =>
      sendPage(reply, parts, states.pageState(status, state));
    if (found.kind !== "ok")
      return found.kind === "missing"
        ? send(404, { view: "none", why: "link" })
        : send(503, { view: "none", why: "unavailable" });
    const { value: detail } = found;
    const call = comingCall(detail, now());
    if (call) return reply.redirect(mail.links.path(callLink(call)), 303);
    const picker = pickerOf(query["token"]);
    const why = NO_CALL.find((one) => one === query["kept"]);
    if (why !== undefined) {
      const nearest = why === "has-call" ? [] : await schedule.nearest(detail.wishedAt ?? "");
      return send(200, states.keptState(picker, why, { ...detail, answerBy: dueAt(detail.lead) }, nearest));
    }
    const asked = { ...lastAnswers(detail), ...query };
    return send(
      200,
      "zones" in asked ? states.zonesState(asked, picker, now()) : states.pickState(openings, asked, picker),
    );
  }

  registerLeadForm(app, parts, {
    path: SCHEDULE_PATH,
    takeHeld: (address, fields) =>
      leadOf(fields.get("token")) === undefined ? undefined : limits.linkHolders(address),
    async doubt(fields) {
      const { zone, phone } = states.wishOf(fields, timeZone);
      const isAsked = fields.get(CONFIRMED_NUMBER_FIELD) === fields.get(CALL_NUMBER.input);
      if (isAsked || !isCallNumber(phone)) return undefined;
      const { phoneTyped } = await readNumber(phone, [zoneOr(timeZone, zone), timeZone]);
      const message = site.manifest.form.fieldProblems.doubtfulNumber.replace("{text}", () => phone);
      return phoneTyped === undefined ? { input: CALL_NUMBER.input, message } : undefined;
    },
    async submit(lead, sent, fields, address) {
      const wish = states.wishOf(fields, timeZone);
      if (wish.phone !== "" && !isCallNumber(wish.phone))
        return failed(422, site.manifest.form.fieldProblems.callNumber, CALL_NUMBER.input);
      const known = leadOf(fields.get("token"));
      return bookOrKeep({ lead, sent, wish, known, asks: fields.has(ASKS_FIELD), address });
    },
    stateOf(form, status, fields) {
      const { startsAt, ...wish } = states.wishOf(fields, timeZone);
      const picker = pickerOf(fields.get("token"));
      return { ...states.pageState(status, states.formState({ ...wish, at: startsAt }, picker)), form };
    },
  });
}

/** The zone and the number that a lead gave: with its wish, else with its latest call. */
function lastAnswers({ wishedZone, wishedPhone, wishedTyped, bookings }: LeadDetail): states.PageQuery {
  const latest = bookings.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];
  const zone = wishedZone ?? latest?.zone;
  const phone = wishedTyped ?? wishedPhone ?? latest?.phoneTyped ?? latest?.phone;
  return { ...(zone !== undefined && { zone }), ...(phone !== undefined && { phone }) };
}

function failed(status: number, message: string, input?: FieldProblem["input"]): FormOutcome {
  return { failure: { status, message, ...(input && { problems: [{ input, message }] }) }, isNew: false };
}
