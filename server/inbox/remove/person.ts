/** Shows everything about the person of a lead, also as a file, and erases the person. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { INBOX } from "../../../contract/http/routes.ts";
import type { Team } from "../../leads/team.ts";
import { isoTime } from "../../leads/days.ts";
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
    const { leads, numbers } = await readPerson(store, lead.email);
    // Two people can share an address.
    return {
      id,
      numbers,
      leads: leads.filter((one) => one.person === person),
    };
  }

  /** If the person's number may be any of the `numbers`, the page says why nothing is erased. */
  async function show(
    reply: FastifyReply,
    person: Awaited<ReturnType<typeof personOf>>,
  ) {
    reply.code(person.numbers.length > 0 ? 409 : 200);
    return reply.show("erase", { ...person, readers: await readReaders() });
  }

  app.get<IdRoute>(INBOX.person(":id"), async ({ params: { id } }, reply) => {
    const person = await personOf(id);
    return person.numbers.length > 0
      ? show(reply, person)
      : reply.show("person", person);
  });

  app.get<IdRoute>(INBOX.personFile(":id"), async (request, reply) => {
    const person = await personOf(request.params.id);
    if (person.numbers.length > 0) return show(reply, person);
    const text = `${JSON.stringify({ leads: person.leads }, undefined, 2)}\n`;
    return sendFile(reply, "person.json", "application/json", text);
  });

  app.get<IdRoute>(INBOX.erase(":id"), async ({ params: { id } }, reply) =>
    show(reply, await personOf(id)),
  );

  postForm(app, INBOX.erase(":id"), async ({ request, reply, id, by }) => {
    if (!(await readLead(store, id))) return INBOX.path; // After a double press, the lead is gone.
    const person = await personOf(id);
    if (person.numbers.length > 0) return show(reply, person);
    const ids = person.leads.map(({ lead }) => lead.id);
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
