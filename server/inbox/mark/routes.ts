import { INBOX } from "../../../contract/http/routes.ts";
import type { Stale } from "../../../contract/inbox/leads-admin.ts";
import { TimeTaken } from "../../calls/spam-calls.ts";
import type { Deed } from "../deed.ts";
import { INBOX_FIELDS } from "../fields.ts";
import { backIn, InboxFailure, postForm, present } from "../forms.ts";
import type { Room } from "../parts.ts";
import { ticksOf, unlessAnyStale } from "../ticks.ts";
import { markLeads, markOf, unlessStale } from "./marks.ts";
import { marksAt, undoMark } from "./undo-mark.ts";

export const routes: Room = (app, { store, change }) => {
  postForm(app, INBOX.mark, async ({ fields, by }) => {
    const what = markOf(fields.get(INBOX_FIELDS.mark));
    const ticks = ticksOf((fields.get(INBOX_FIELDS.lead) ?? "").split(" "));
    const back = backIn(fields);
    if (ticks.length === 0) return { what: "nothing", back };
    return markLeads(store, change, { what, back, by }, ticks);
  });

  postForm(app, INBOX.undo, async ({ fields, by }) => {
    const stale: Stale[] = [];
    let what: Deed["what"] = "undone";
    const named = fields.get(INBOX_FIELDS.lead) ?? "";
    const ticks = /^\d{4}-\S{18}Z$/.test(named)
      ? await marksAt(store, named, by)
      : ticksOf(named.split(" "));
    for (const { id, seen, number } of ticks) {
      if (number === undefined) throw new InboxFailure("unreadable");
      const undone = undoMark(store, change({ id, seen, by }), number);
      const undoing = unlessStale(undone.then(present), stale, number);
      await undoing.catch((error: unknown) => {
        if (!(error instanceof TimeTaken)) throw error;
        what = "taken";
      });
    }
    return unlessAnyStale(
      { what, back: backIn(fields), count: ticks.length - stale.length },
      stale,
    );
  });
};
