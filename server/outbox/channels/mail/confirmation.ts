/**
 * To the visitor: what happens next and by when. Anybody can type anybody's address into the form, so it repeats nothing
 * of what was typed but a plain first name.
 */
import type { Outgoing } from "../../../../contract/delivery.ts";
import { offerUrl } from "./call-mail.ts";
import type { Letter, MailSettings } from "./letter.ts";
import { fillIn } from "../../../../contract/mail.ts";
import { serviceLabel } from "../../../../contract/services.ts";
import { telephone } from "../../../../contract/telephone.ts";
import { shortTime, safeFirstName } from "./text.ts";

export function confirmation({ lead, dueAt }: Outgoing, settings: MailSettings): Letter {
  const { words, site, form, schedulingUrl, timeZone } = settings;
  const service = serviceLabel(form.services, lead.selected_service);
  const { subject, greeting, greetingWithoutName, received, next, steps, pickTime, reply, mistake } =
    words.confirmation;
  const name = safeFirstName(lead.name);
  const values = { brand: site.brandName, due: shortTime(dueAt, timeZone), phone: site.contactPhone };
  const paragraph = (text: string) => ({ kind: "paragraph" as const, text: fillIn(text, values) });
  return {
    subject: fillIn(subject, values),
    body: [
      { kind: "paragraph", text: name === undefined ? greetingWithoutName : fillIn(greeting, { name }) },
      paragraph(received),
      paragraph(next),
      { kind: "steps", items: steps.map((step) => fillIn(step, values)) },
      { kind: "links", links: [{ label: pickTime, url: schedulingUrl ?? offerUrl(lead.id, settings) }] },
      { kind: "fields", fields: [{ label: form.fields.selected_service.label, value: service }] },
      { ...paragraph(reply), link: { label: site.contactPhone, url: telephone(site.contactPhone) } },
      paragraph(site.brandName),
      paragraph(mistake),
    ],
  };
}
