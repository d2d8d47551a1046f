/** The person of a lead: everything about them as a file, and their erasure. */
import { INBOX } from "../../contract/routes.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readPerson } from "../leads/person.ts";
import { InboxFailure, okValue, type IdRoute, type InboxParts } from "./inbox-parts.ts";

export function registerPerson(
  app: FastifyInstance,
  { admin, page, redirect, headers, by }: InboxParts,
): void {
  async function personOf({ params: { id } }: FastifyRequest<IdRoute>) {
    const { lead } = okValue(await admin.lead({ id }));
    return { id, email: lead.email, ...okValue(await readPerson(admin, lead.email)) };
  }

  const ask = (reply: FastifyReply, { id, leads, numbers }: Awaited<ReturnType<typeof personOf>>) =>
    page(reply.code(numbers.length > 0 ? 409 : 200), { view: "erase", id, leads, numbers });

  app.get<IdRoute>(INBOX.person(":id"), async (request, reply) => {
    const person = await personOf(request);
    if (person.numbers.length > 0) return ask(reply, person);
    return reply
      .headers(headers)
      .type("application/json; charset=utf-8")
      .header("content-disposition", 'attachment; filename="person.json"')
      .send(`${JSON.stringify({ leads: person.leads }, undefined, 2)}\n`);
  });

  app.get<IdRoute>(INBOX.erase(":id"), async (request, reply) => ask(reply, await personOf(request)));

  app.post<IdRoute>(INBOX.erase(":id"), async (request, reply) => {
    const person = await personOf(request);
    if (person.numbers.length > 0) return ask(reply, person);
    const { waits, leads, numbers } = okValue(await admin.remove({ email: person.email }, by(request)));
    if (numbers) return ask(reply, { ...person, numbers });
    if (waits) throw new InboxFailure("waiting");
    request.log.warn({ leads, by: by(request) }, "a person was erased in the inbox");
    return redirect(reply, `${INBOX.path}#erased`);
  });
}
