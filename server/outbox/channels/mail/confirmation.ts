/** The confirmation to the visitor. It repeats only a plain first name (decision 0035). */
import type { Outgoing } from "../../../../contract/delivery.ts";
import { offerUrl } from "./call-mail.ts";
import { frameOf, type Letter, type MailSettings } from "./letter.ts";
import { fillIn } from "../../../../contract/mail.ts";
import { telephone } from "../../../../contract/telephone.ts";
import { shortTime } from "./text.ts";

export function confirmation({ lead, dueAt }: Outgoing, settings: MailSettings): Letter {
  const { content, site, form, schedulingUrl, timeZone } = settings;
  const { subject, received, next, steps, pickTime, reply, sent } = content.confirmation;
  const values = { brand: site.brandName, due: shortTime(dueAt, timeZone), phone: site.contactPhone };
  const paragraph = (text: string) => ({ kind: "paragraph" as const, text: fillIn(text, values) });
  const { begin, end } = frameOf(lead, settings);
  // Shows a service by its label only: a mail to an unverified address contains only the agency's own list.
  const service = form.services.find(({ value }) => value === lead.selected_service);
  const recap = [
    ...(service ? [{ label: form.fields.selected_service.label, value: service.label }] : []),
    { label: sent, value: shortTime(lead.created_at, timeZone) },
  ];
  return {
    subject: fillIn(subject, values),
    body: [
      ...begin,
      paragraph(received),
      paragraph(next),
      { kind: "steps", items: steps.map((step) => fillIn(step, values)) },
      { kind: "links", links: [{ label: pickTime, url: schedulingUrl ?? offerUrl(lead.id, settings) }] },
      { kind: "fields", fields: recap },
      { ...paragraph(reply), link: { label: site.contactPhone, url: telephone(site.contactPhone) } },
      ...end,
    ],
  };
}
