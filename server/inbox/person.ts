/** The person of a lead: everything about them as a file, and their erasure. */
import { INBOX } from "../../contract/routes.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { readPerson } from "./matching-person.ts";
import { cancellationsOf } from "./cancellations.ts";
import type { LeadsAdmin } from "../../contract/admin-operations.ts";
import { InboxFailure, okValue, type InboxAdmin } from "./failures.ts";
import type { RenderView } from "./render-view.ts";
import { postForm, type IdRoute } from "./posted-form.ts";

interface PersonParts {
  admin: InboxAdmin;
  leadsAdmin: LeadsAdmin;
  render: RenderView;
  /** The agency's addresses. */
  notify: readonly string[];
  now: () => number;
}

export function registerPerson(app: FastifyInstance, parts: PersonParts): void {
  const { admin, leadsAdmin, render, notify, now } = parts;

  async function personOf(id: string) {
    const { lead } = await admin.lead({ id });
    return { id, email: lead.email, ...okValue(await readPerson(leadsAdmin, lead.email)) };
  }

  const ask = (reply: FastifyReply, { id, leads, numbers }: Awaited<ReturnType<typeof personOf>>) =>
    render(reply.code(numbers.length > 0 ? 409 : 200), {
      view: "erase",
      id,
      leads,
      numbers,
      cancelled: cancellationsOf(leads, notify, new Date(now()).toISOString()),
    });

  app.get<IdRoute>(INBOX.person(":id"), async ({ params: { id } }, reply) => {
    const person = await personOf(id);
    if (person.numbers.length > 0) return ask(reply, person);
    return reply
      .type("application/json; charset=utf-8")
      .header("content-disposition", 'attachment; filename="person.json"')
      .send(`${JSON.stringify({ leads: person.leads }, undefined, 2)}\n`);
  });

  app.get<IdRoute>(INBOX.erase(":id"), async ({ params: { id } }, reply) => ask(reply, await personOf(id)));

  postForm(app, INBOX.erase(":id"), async ({ request, reply, id, by }) => {
    const person = await personOf(id);
    if (person.numbers.length > 0) return ask(reply, person);
    const { waits, leads, numbers } = await admin.remove({ email: person.email }, by);
    if (numbers) return ask(reply, { ...person, numbers });
    if (waits) throw new InboxFailure("waiting");
    request.log.warn({ leads, by }, "a person was erased in the inbox");
    return `${INBOX.path}#erased`;
  });
}
