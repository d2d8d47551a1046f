/** Takes back what a press did to one lead or several. */
import * as v from "valibot";
import type { FastifyInstance } from "fastify";
import { INBOX_FIELDS, LIST_SIZE } from "../../contract/inbox.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { OUTCOMES } from "../../contract/outcome.ts";
import { INBOX } from "../../contract/routes.ts";
import { parseUuid } from "../leads/uuid.ts";
import { BackSchema, rememberDeed } from "./deed.ts";
import type { AgencyChange, ChangeNow } from "../leads/history.ts";
import { readLead } from "../leads/read-lead.ts";
import type { Database } from "../store/database.ts";
import { answerLead, clearOutcome, reopenLead, setOutcome } from "./admin-changes.ts";
import { InboxFailure, okValue } from "./failures.ts";
import { postForm } from "./posted-form.ts";

const FORMER = ["open", "answered", ...OUTCOMES] as const;

/** Names a lead, its version by now, and its state before; nothing for a suspected lead, which only the site makes. */
export function undoOf(before: LeadDetail, { lead, version }: LeadDetail): string[] {
  const former = before.answeredAt === undefined ? "open" : (before.outcome ?? "answered");
  if (former === "suspected" || version === before.version) return [];
  return [`${lead.id}.${version}.${former}`];
}

type Former = (typeof FORMER)[number];

function bringBack(store: Database, change: AgencyChange, former: Former, isAnswered: boolean) {
  if (former === "open") return reopenLead(store, change);
  if (former !== "answered") return setOutcome(store, { ...change, outcome: former });
  return isAnswered ? clearOutcome(store, change) : answerLead(store, change);
}

/** Each lead gets the state that it had before the press, unless it was changed since. */
export function registerUndo(app: FastifyInstance, store: Database, change: ChangeNow): void {
  postForm(app, INBOX.undo, async ({ fields, reply, by }) => {
    const undone = (fields.get(INBOX_FIELDS.lead) ?? "").split(" ").slice(0, LIST_SIZE);
    for (const text of undone) {
      const [name = "", version = "", state] = text.split(".");
      const id = parseUuid(name);
      const former = FORMER.find((one) => one === state);
      if (id === undefined || former === undefined || !/^\d{1,9}$/.test(version))
        throw new InboxFailure("unreadable");
      const { answeredAt } = okValue(await readLead(store, id));
      const made = change({ id, seen: Number(version) }, by);
      okValue(await bringBack(store, made, former, answeredAt !== undefined));
    }
    const back = v.parse(v.fallback(BackSchema, INBOX.path), fields.get(INBOX_FIELDS.back));
    return rememberDeed(reply, { what: "undone", back, undo: [], count: 1 });
  });
}
