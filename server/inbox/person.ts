/** The person of a lead: everything about them as a file, and their erasure. */
import { INBOX } from "../../contract/routes.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { readPerson } from "./matching-person.ts";
import { cancellationsOf } from "./cancellations.ts";
import { isoTime } from "../leads/days.ts";
import { readLead } from "../leads/read-lead.ts";
import { removePerson, type Removal } from "./remove-leads.ts";
import { InboxFailure, okValue } from "./failures.ts";
import type { RenderView } from "./render-view.ts";
import { postForm, type IdRoute } from "./posted-form.ts";

interface PersonParts {
  removal: Removal;
  render: RenderView;
  /** The agency's addresses. */
  notify: readonly string[];
  now: () => number;
}

export function registerPerson(app: FastifyInstance, parts: PersonParts): void {
  const { removal, render, notify, now } = parts;
  const { store } = removal;

  async function personOf(id: string) {
    const { lead } = okValue(await readLead(store, id));
    return { id, email: lead.email, ...okValue(await readPerson(store, lead.email)) };
  }

  const ask = (reply: FastifyReply, { id, leads, numbers }: Awaited<ReturnType<typeof personOf>>) =>
    render(reply.code(numbers.length > 0 ? 409 : 200), {
      view: "erase",
      id,
      leads,
      numbers,
      cancelled: cancellationsOf(leads, notify, isoTime(now())),
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
    const { waits, leads, numbers } = okValue(await removePerson(removal, person.email, by));
    if (numbers) return ask(reply, { ...person, numbers });
    if (waits) throw new InboxFailure("waiting");
    request.log.warn({ leads, by }, "a person was erased in the inbox");
    return `${INBOX.path}#erased`;
  });
}
