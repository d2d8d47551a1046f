/** Takes back what a press did to one lead or several. */
import * as v from "valibot";
import type { FastifyInstance } from "fastify";
import { INBOX_FIELDS, LIST_SIZE } from "../../contract/inbox.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { OUTCOMES } from "../../contract/outcome.ts";
import { INBOX } from "../../contract/routes.ts";
import { parseUuid } from "../leads/uuid.ts";
import { BackSchema, rememberDeed } from "./deed.ts";
import { InboxFailure, type InboxAdmin } from "./failures.ts";
import { postForm } from "./posted-form.ts";

const FORMER = ["open", "answered", ...OUTCOMES] as const;

/** Names a lead, its version by now, and its state before; nothing for a suspected lead, which only the site makes. */
export function undoOf(before: LeadDetail, { lead, version }: LeadDetail): string[] {
  const former = before.answeredAt === undefined ? "open" : (before.outcome ?? "answered");
  if (former === "suspected" || version === before.version) return [];
  return [`${lead.id}.${version}.${former}`];
}

/** Each lead gets the state that it had before the press, unless it was changed since. */
export function registerUndo(app: FastifyInstance, admin: InboxAdmin): void {
  postForm(app, INBOX.undo, async ({ fields, reply, by }) => {
    const undone = (fields.get(INBOX_FIELDS.lead) ?? "").split(" ").slice(0, LIST_SIZE);
    for (const text of undone) {
      const [name = "", version = "", state] = text.split(".");
      const id = parseUuid(name);
      const former = FORMER.find((one) => one === state);
      if (id === undefined || former === undefined || !/^\d{1,9}$/.test(version))
        throw new InboxFailure("unreadable");
      const which = { id, seen: Number(version) };
      const { answeredAt } = await admin.lead({ id });
      if (former === "open") await admin.reopen(which, by);
      else if (former !== "answered") await admin.outcome({ ...which, outcome: former }, by);
      else if (answeredAt === undefined) await admin.answer(which, by);
      else await admin.outcome({ ...which, outcome: "" }, by);
    }
    const back = v.parse(v.fallback(BackSchema, INBOX.path), fields.get(INBOX_FIELDS.back));
    return rememberDeed(reply, { what: "undone", back, undo: [], count: 1 });
  });
}
