/** Shows everything about the person of a lead, also as a file, and erases the person. */
import { isoTime } from "../../../contract/durations.ts";
import type { FastifyInstance } from "fastify";
import { INBOX } from "../../../contract/http/routes.ts";
import type { Team } from "../../leads/team.ts";
import { readLead, readPerson } from "../../leads/read-lead.ts";
import {
  type IdRoute,
  InboxFailure,
  postForm,
  present,
  sendFile,
  takeDeed,
} from "../forms.ts";
import { removeLeads, type Removal } from "./remove-leads.ts";

export function registerPerson(
  app: FastifyInstance,
  removal: Removal,
  readReaders: Team["readers"],
) {
  const { store } = removal;

  async function personOf(id: string) {
    const { lead, person } = present(await readLead(store, id));
    const leads = await readPerson(store, lead.email);
    // Two people can share an address.
    return { id, leads: leads.filter((one) => one.person === person) };
  }

  app.get<IdRoute>(INBOX.person(":id"), async ({ params: { id } }, reply) =>
    reply.show("person", await personOf(id)),
  );

  app.get<IdRoute>(INBOX.personFile(":id"), async (request, reply) => {
    const { leads } = await personOf(request.params.id);
    const text = `${JSON.stringify({ leads }, undefined, 2)}\n`;
    return sendFile(reply, "person.json", "application/json", text);
  });

  app.get<IdRoute>(INBOX.erase(":id"), async ({ params: { id } }, reply) =>
    reply.show("erase", {
      ...(await personOf(id)),
      readers: await readReaders(),
    }),
  );

  postForm(app, INBOX.erase(":id"), async ({ request, id, by }) => {
    if (!(await readLead(store, id))) return INBOX.path; // After a double press, the lead is gone.
    const { leads } = await personOf(id);
    const ids = leads.map(({ lead }) => lead.id);
    const removed = await removeLeads(removal, ids, by);
    if (!removed) throw new InboxFailure("waiting");
    request.log.warn(
      { leads: removed.leads, by },
      "a person was erased in the inbox",
    );
    const receipt = { at: isoTime(removal.now()), ...removed };
    return { what: "erased", back: INBOX.receipt, receipt };
  });

  app.get(INBOX.receipt, async (_request, reply) => {
    const receipt = takeDeed(reply)?.receipt;
    return receipt
      ? reply.show("receipt", receipt)
      : reply.redirect(INBOX.path, 303);
  });
}
