/** The page and the forms of one lead. */
import type { FastifyInstance } from "fastify";
import { INBOX_FIELDS } from "../fields.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { isDay } from "../../../contract/locale/day.ts";
import type { OpenTimes } from "../../calls/offered-times.ts";
import type { Clock } from "../../leads/days.ts";
import type { AgencyChange, ChangeNow } from "../../leads/history.ts";
import { readOthers } from "../../leads/person.ts";
import { readLead } from "../../leads/read-lead.ts";
import type { Database } from "../../store/database.ts";
import { assignLead, partFromOthers, setFollowUp } from "./lead-changes.ts";
import { sendAgain } from "../send-again.ts";
import { listPlaceOf } from "../list/list.ts";
import {
  InboxFailure,
  leadPageOf,
  postForm,
  present,
  type IdRoute,
} from "../forms.ts";

/** @param day empty for none @returns false if the day has passed @throws {InboxFailure} */
export async function followUpOn(
  store: Database,
  change: AgencyChange,
  day: string | undefined,
): Promise<boolean> {
  if (day === undefined || (day !== "" && !isDay(day)))
    throw new InboxFailure("unreadable");
  if (day !== "" && day < change.today) return false;
  present(await setFollowUp(store, change, day));
  return true;
}

const MOST_OTHER_LEADS = 20;
/** Enough times for about two weeks. */
const MOST_OPEN_TIMES = 150;

/** @param times undefined if the scheduling page is on another site */
export function registerLead(
  app: FastifyInstance,
  store: Database,
  clock: Clock,
  change: ChangeNow,
  times: Pick<OpenTimes, "read"> | undefined,
): void {
  app.get<IdRoute>(INBOX.lead(":id"), async (request, reply) => {
    const { id } = request.params;
    const detail = present(await readLead(store, id));
    const place = await listPlaceOf(request, id, store, clock);
    const others = (await readOthers(store, id)).slice(0, MOST_OTHER_LEADS);
    const openTimes = (await times?.read())?.times.slice(0, MOST_OPEN_TIMES);
    return reply.show("lead", { detail, place, others, openTimes });
  });

  // The signed-in person takes the lead, or anybody gives it back.
  postForm(app, INBOX.owner(":id"), async (form) => {
    const owner = form.fields.get(INBOX_FIELDS.owner);
    if (owner === undefined || !["", form.by].includes(owner))
      throw new InboxFailure("unreadable");
    present(await assignLead(store, change(form), owner));
    return {
      what: owner === "" ? "given-back" : "owned",
      back: leadPageOf(form, "owner"),
    };
  });

  postForm(app, INBOX.part(":id"), async (form) => {
    present(await partFromOthers(store, change(form)));
    return { what: "parted", back: leadPageOf(form, "others") };
  });

  postForm(app, INBOX.followUp(":id"), async (form) => {
    const day = form.fields.get(INBOX_FIELDS.followUpOn);
    return (await followUpOn(store, change(form), day))
      ? { what: "follow-up", back: leadPageOf(form, "follow-up-saved") }
      : { what: "past", back: leadPageOf(form, "follow-up") };
  });

  postForm(app, INBOX.revive(":id", ":deliveryId"), async (form) => {
    const { deliveries } = present(await readLead(store, form.id));
    const delivery = present(
      deliveries.find(({ id }) => id === form.ids["deliveryId"]),
    );
    await sendAgain(store, { id: delivery.id }, change(form).now);
    return { what: "sent", back: leadPageOf(form, "deliveries") };
  });
}
