/** `/schedule`: the open times, and the form that books one, for new visitors and for stored leads. */
import { SCHEDULE_PATH, TIMES_PATH } from "../../contract/routes.ts";
import type { FastifyInstance } from "fastify";
import { CALL_NUMBER, isCallNumber } from "../../contract/lead.ts";
import * as messages from "../../contract/messages.ts";
import type { FieldProblem } from "../../contract/page.ts";
import type { UncheckedLead } from "../../contract/validation.ts";
import { outcomeOf, registerLeadForm, type FormOutcome, type LeadFormParts } from "../http/book-call-form.ts";
import { sendPage } from "../http/pages.ts";
import { encodeBody, QUICK, sendBody, type EncodedBody } from "../http/encoded-body.ts";
import { statusOf, type TakeTokens } from "../http/rate-limit.ts";
import { isDay, latestDays } from "../leads/days.ts";
import type { PrepareLeads, Sent } from "../leads/submit-lead.ts";
import { callUrl } from "../outbox/channels/mail/call-mail.ts";
import type { MailSettings } from "../outbox/channels/settings.ts";
import { STORE_RETRY_SECONDS } from "../storage/store.ts";
import type { Booked, Openings, Schedule, Wish } from "./schedule.ts";
import { timesOf } from "./open-times.ts";
import * as states from "./page-states.ts";

export interface SchedulingParts {
  schedule: Schedule;
  prepareLeads: PrepareLeads;
  mail: MailSettings;
}

export interface SchedulePageOptions extends SchedulingParts, LeadFormParts {
  takeCall: TakeTokens;
  now: () => number;
}

const MAX_DAYS = 366;
/** Rendered pages that are kept while nothing changes: the plain one, and those of a few zones and times. */
const MAX_PAGES = 64;

/** The parameters that change the page: those of a campaign do not. */
const PARAMETERS = ["zone", "from", "at", "token", "phone"];
const PLAIN = "";

function keyOf(query: states.Query): string {
  const given = PARAMETERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]));
  return new URLSearchParams(given).toString();
}

export async function schedulePage(app: FastifyInstance, parts: SchedulePageOptions): Promise<void> {
  const { schedule, prepareLeads, mail, site, headers, sendErrorPage, takeCall, takeRendering, now } = parts;
  const { timeZone, place } = schedule.availability;
  const kept = new WeakMap<Openings, Map<string, Promise<EncodedBody>>>();
  const pagesOf = (openings: Openings) => kept.getOrInsertComputed(openings, () => new Map());

  const leadOf = (token = "") => {
    const check = mail.links.verify(token, "schedule", now());
    return check.kind === "valid" ? check.subject : undefined;
  };
  /** A token that is not ours is ignored. */
  const pickerOf = (token: string | undefined): states.Picker => ({
    agencyZone: timeZone,
    requiresPhone: place.kind === "phone",
    ...(leadOf(token) !== undefined && { token }),
  });

  states.hideTokens(app);

  // The first rendering takes much longer than all others, and no visitor should wait for it.
  app.addHook("onReady", async () => {
    const openings = await schedule.openings().catch(() => undefined);
    if (openings?.kind === "ok") await rendered(openings, {}).catch(() => undefined);
  });

  app.get(TIMES_PATH, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const today = latestDays(1, timeZone, now()).names[0];
    const { from = today ?? "", days = String(states.DAYS_SHOWN) } = states.queryOf(request);
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
    const openings = await schedule.openings();
    if (openings.kind !== "ok")
      return sendPage(reply, parts, states.pageState(503, { view: "none", why: "unavailable" }));
    const query = states.queryOf(request);
    const key = keyOf(query);
    reply.headers(headers);
    const known = pagesOf(openings).get(key);
    if (known) return sendBody(request, reply, await known);
    // Every visitor gets the page without a query, however many others ask for pages of their own.
    const taken = key === PLAIN ? undefined : takeRendering(request.ip);
    if (taken && taken.kind !== "taken") return sendErrorPage(request, reply, taken);
    return sendBody(request, reply, await rendered(openings, query));
  });

  /** Requests that come while a page is rendered wait for the same one. */
  function rendered(openings: Openings, query: states.Query): Promise<EncodedBody> {
    const state = states.pageState(200, states.pickState(openings, query, pickerOf(query["token"])));
    const page = site
      .render(state)
      .then((html) => encodeBody(Buffer.from(html), "schedule.html", { "cache-control": "no-cache" }, QUICK));
    if (query["token"] !== undefined) return page;
    const [pages, key] = [pagesOf(openings), keyOf(query)];
    pages.set(key, page);
    page.catch(() => pages.delete(key));
    const oldest = [...pages.keys()].find((one) => one !== PLAIN);
    if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
    return page;
  }

  registerLeadForm(app, parts, {
    path: SCHEDULE_PATH,
    async submit(lead, sent, fields, address) {
      const wish = states.wishOf(fields, timeZone);
      if (wish.phone !== "" && !isCallNumber(wish.phone))
        return failed(422, site.manifest.form.fieldProblems.callNumber, CALL_NUMBER.input);
      const taken = takeCall(address);
      if (taken.kind !== "taken")
        return {
          failure: { status: statusOf(taken), message: messages.TOO_MANY_CALLS, ...taken },
          isNew: false,
        };
      const booked = await book(wish, lead, sent, fields);
      if (!booked.isNew) taken.giveBack();
      return booked;
    },
    async stateOf(form, status, fields) {
      const { startsAt, ...wish } = states.wishOf(fields, timeZone);
      const picker = pickerOf(fields.get("token"));
      const isGone =
        form.kind === "failed" && [messages.TIME_TAKEN, messages.TIME_NEVER_OPEN].includes(form.message);
      const state = isGone
        ? states.formState(wish, picker, await schedule.nearest(startsAt))
        : states.formState({ ...wish, at: startsAt }, picker);
      return { ...states.pageState(status, state), form };
    },
  });

  async function book(wish: Wish, lead: UncheckedLead, sent: Sent, fields: ReadonlyMap<string, string>) {
    const known = leadOf(fields.get("token"));
    if (known !== undefined) return outcome(await schedule.book(wish, known));
    const prepared = prepareLeads([{ fields: lead }], { kind: "content" }, { ...sent, booked: true });
    if (prepared.kind === "invalid") return outcomeOf(prepared);
    return outcome(await schedule.book(wish, prepared.insert), "email");
  }

  /** @param typed the input of the address, unless a link named the lead */
  function outcome(result: Booked, typed?: "email"): FormOutcome {
    switch (result.kind) {
      case "booked": {
        const { pathname, search } = new URL(callUrl(result.booking, mail));
        return { isNew: !result.repeated, location: `${pathname}${search}&booked` };
      }
      case "taken":
        return failed(409, messages.TIME_TAKEN);
      case "has-call":
        return failed(409, messages.HAS_CALL, typed);
      case "never":
        return failed(422, messages.TIME_NEVER_OPEN);
      case "unreadable":
      case "missing":
        return failed(422, messages.WISH_UNREADABLE);
      default:
        return outcomeOf(result);
    }
  }
}

function failed(status: number, message: string, input?: FieldProblem["input"]): FormOutcome {
  return { failure: { status, message, ...(input && { problems: [{ input, message }] }) }, isNew: false };
}
