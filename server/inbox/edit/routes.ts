/** The forms with which the agency enters and corrects leads. */

import type { FastifyReply, FastifyRequest } from "fastify";
import { INBOX } from "../../../contract/http/routes.ts";
import {
  columnNames,
  emailOrPhone,
  leadField,
} from "../../../contract/lead/lead.ts";
import { NAMED_SOURCES } from "../../../contract/lead/source.ts";
import { queryIn } from "../../http/forms.ts";
import { readLead } from "../../leads/read-lead.ts";
import { INBOX_FIELDS } from "../fields.ts";
import {
  type IdRoute,
  InboxFailure,
  type PostedForm,
  postForm,
  present,
} from "../forms.ts";
import type { Room } from "../parts.ts";
import type { EditProps } from "./edit-page.tsx";
import { addCaller, correctLead, type TypedFields } from "./enter-lead.ts";

export const routes: Room = (app, parts) => {
  app.get(INBOX.add, async (_request, reply) =>
    show(reply, { fields: {}, problems: [] }),
  );

  postForm(app, INBOX.add, async (form) => {
    const from = form.fields.get(INBOX_FIELDS.from) ?? "";
    const source = NAMED_SOURCES.find((name) => name === from);
    if (from !== "" && source === undefined)
      throw new InboxFailure("unreadable");
    const fields = fieldsIn(form);
    const added = await addCaller(parts, fields, source, form.by);
    if ("problems" in added)
      return show(form.reply, { fields, from, ...added });
    const { id } = added.lead;
    return { what: "added", back: `${INBOX.lead(id)}#book` };
  });

  app.get<IdRoute>(INBOX.edit(":id"), async (request, reply) => {
    const { id } = request.params;
    const { lead, version: seen } = present(await readLead(parts.store, id));
    const fields = { ...lead, email: emailOrPhone(lead.email) };
    return show(reply, { id, seen, fields, problems: [] });
  });

  postForm(app, INBOX.edit(":id"), async (form) => {
    const { id, seen } = form;
    const fields = fieldsIn(form);
    const corrected = await correctLead(parts, form, fields);
    if ("problems" in corrected)
      return show(form.reply, { id, seen, fields, ...corrected });
    return {
      what: "corrected",
      back: `${leadPage(id, form.request)}#correct`,
    };
  });

  /** With the lead's place in the list. */
  const leadPage = (id: string, request: FastifyRequest) =>
    INBOX.lead(id) + queryIn(request);

  function show(reply: FastifyReply, page: Omit<EditProps, "back">) {
    const { id, problems } = page;
    const back = id === undefined ? INBOX.path : leadPage(id, reply.request);
    if (problems.length > 0) reply.code(400);
    return reply.show("EditPage", { ...page, back });
  }
};

function fieldsIn({ fields: posted }: PostedForm): TypedFields {
  const fields: TypedFields = {};
  for (const column of columnNames) {
    const typed = posted.get(leadField(column).input);
    if (typed !== undefined) fields[column] = typed;
  }
  return fields;
}
