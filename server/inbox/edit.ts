/** Adds a caller by hand, and corrects a lead. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { INBOX_FIELDS, type InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { LEAD_COLUMNS, emailOrPhone, leadColumns, type LeadColumn } from "../../contract/lead.ts";
import { queryIn } from "../http/forms.ts";
import { rememberDeed } from "./deed.ts";
import { NAMED_SOURCES } from "../../contract/source.ts";
import { readLead } from "../leads/read-lead.ts";
import { addCaller, correctLead, type Entered, type LeadEntry } from "./enter-lead.ts";
import { InboxFailure, okValue } from "./failures.ts";
import { postForm, type IdRoute, type PostedForm } from "./posted-form.ts";
import type { RenderView } from "./render-view.ts";

interface EditParts {
  entry: LeadEntry;
  render: RenderView;
}

export function registerEdit(app: FastifyInstance, { entry, render }: EditParts) {
  app.get(INBOX.add, async (request, reply) => show(request, reply, { fields: {} }));

  postForm(app, INBOX.add, async (form) => {
    const from = form.fields.get(INBOX_FIELDS.from) ?? "";
    const source = NAMED_SOURCES.find((one) => one === from);
    if (from !== "" && source === undefined) throw new InboxFailure("unreadable");
    const fields = fieldsIn(form);
    return saved(form, { fields, from }, okValue(await addCaller(entry, fields, source, form.by)));
  });

  app.get<IdRoute>(INBOX.edit(":id"), async (request, reply) => {
    const { id } = request.params;
    const { lead, version: seen } = okValue(await readLead(entry.store, id));
    const fields = { ...lead, email: emailOrPhone(lead.email) };
    return show(request, reply, { id, seen, fields });
  });

  postForm(app, INBOX.edit(":id"), async (form) => {
    const { id, seen } = form;
    const fields = fieldsIn(form);
    return saved(form, { id, seen, fields }, okValue(await correctLead(entry, form, fields, form.by)));
  });

  function saved({ request, reply }: PostedForm, entries: Entries, change: Entered) {
    if (change.became === "refused") return show(request, reply.code(400), entries, change.problems);
    const [what, control] =
      entries.id === undefined ? (["added", "book"] as const) : (["corrected", "correct"] as const);
    const back = `${INBOX.lead(change.detail.lead.id)}${queryIn(request)}#${control}`;
    return rememberDeed(reply, { what, back, undo: [], count: 1 });
  }

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    entries: Entries,
    problems: EditView["problems"] = [],
  ) {
    const back = entries.id === undefined ? INBOX.path : INBOX.lead(entries.id) + queryIn(request);
    return render(reply, {
      view: "edit",
      id: undefined,
      from: "",
      ...entries,
      problems,
      action: request.url,
      back,
    });
  }
}

type EditView = InboxViews["edit"];
/** What is typed into the form of a lead. */
type Entries = Pick<EditView, "fields"> & { from?: string; id?: string; seen?: number | undefined };

function fieldsIn({ fields: posted }: PostedForm) {
  const fields: Partial<Record<LeadColumn, string>> = {};
  for (const column of leadColumns) {
    const typed = posted.get(LEAD_COLUMNS[column].input);
    if (typed !== undefined) fields[column] = typed;
  }
  return fields;
}
