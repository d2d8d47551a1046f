/** Mails to the agency about a new, a waiting or an overdue lead, each with the whole lead. */
import type { DeliveryKind, Outgoing } from "../../../../contract/delivery.ts";
import type { Letter, MailSettings } from "./letter.ts";
import { describeVisit } from "../../../../contract/lead-visit.ts";
import { isEmailAddress } from "../../../../contract/validation.ts";
import { emailOrPhone, leadColumns, phoneOf } from "../../../../contract/lead.ts";
import { serviceLabel } from "../../../../contract/form-content.ts";
import { fillIn } from "../../../../contract/mail.ts";
import { linkUrl } from "../../links/signed-links.ts";
import { shownDuration, shownTime, oneLine } from "./text.ts";

/** How long the links of a mail work. Milliseconds; long enough for a week away, short since a mail is forwarded. */
const LINKS_WORK_MS = 7 * 24 * 60 * 60 * 1000;

/** The longest name or company in a subject. Characters. */
export const MAX_IN_SUBJECT = 60;

export function leadLinks(
  leadId: string,
  purposes: readonly ("answer" | "show")[],
  { content, site, links, now }: MailSettings,
): { label: string; url: string }[] {
  const expiresAt = now() + LINKS_WORK_MS;
  const link = (purpose: "answer" | "show") => ({
    label: content.links[purpose],
    url: linkUrl(site.siteUrl, purpose, links.sign({ purpose, subject: leadId, expiresAt })),
  });
  return purposes.map(link);
}

export type Reader = "mail" | "chat";

/** In a mail the problem comes first; in a chat, which cuts long texts, the links do. */
export function leadMail(outgoing: Outgoing, settings: MailSettings, read: Reader = "mail"): Letter {
  const { lead, dueAt, kind } = outgoing;
  const { content, timeZone, now } = settings;
  const about = FORM_LABELS[kind];
  if (!about) throw new Error(`A ${kind} is not a mail to the agency.`);
  const { subject, text } = content[about];
  const values = {
    name: oneLine(lead.name, MAX_IN_SUBJECT),
    company: oneLine(lead.company_name, MAX_IN_SUBJECT),
    due: shownTime(dueAt, timeZone),
    left: shownDuration(Date.parse(dueAt) - now()),
  };
  const fields = fieldsOf(outgoing, settings);
  const isProblem = ({ label }: { label: string }) => label === settings.form.fields.problems.label;
  const replies =
    isEmailAddress(lead.email) && phoneOf(lead.email) === undefined
      ? [{ label: content.links.reply, url: `mailto:${encodeURIComponent(lead.email).replace("%40", "@")}` }]
      : [];
  const until = shownTime(new Date(now() + LINKS_WORK_MS).toISOString(), timeZone);
  return {
    subject: fillIn(subject, values),
    body: [
      { kind: "paragraph", text: fillIn(text, values) },
      ...(read === "chat"
        ? [...links(leadLinks(lead.id, ["answer", "show"], settings)), ...fieldBlock(fields)]
        : [
            ...fieldBlock(fields.filter(isProblem)),
            ...links([...replies, ...leadLinks(lead.id, ["show", "answer"], settings)]),
            ...fieldBlock(fields.filter((field) => !isProblem(field))),
          ]),
      { kind: "paragraph", look: "small", text: fillIn(content.links.note, { until }) },
    ],
  };
}

const links = (shown: { label: string; url: string }[]) => [{ kind: "links" as const, links: shown }];
const fieldBlock = (fields: { label: string; value: string }[]) => [{ kind: "fields" as const, fields }];

const FORM_LABELS: Partial<Record<DeliveryKind, "notification" | "reminder" | "alarm">> = {
  notification: "notification",
  "reminder-12h": "reminder",
  "reminder-20h": "reminder",
  "alarm-24h": "alarm",
};

export function fieldsOf(
  { lead, visit }: Pick<Outgoing, "lead" | "visit">,
  { content: { cameIn, cameFrom }, form, timeZone }: MailSettings,
) {
  const shown = { ...lead, selected_service: serviceLabel(form.services, lead.selected_service) };
  return [
    ...leadColumns
      .filter((column) => shown[column] !== "")
      .map((column) => ({
        label: form.fields[column].label,
        value: emailOrPhone(shown[column]),
      })),
    { label: cameIn, value: shownTime(lead.created_at, timeZone) },
    ...(visit ? [{ label: cameFrom, value: describeVisit(visit) }] : []),
  ];
}
