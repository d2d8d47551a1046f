import { fillIn } from "../../contract/content/fill-in.ts";
import { serviceLabel } from "../../contract/content/form-content.ts";
import { DAY_MS, isoTime } from "../../contract/durations.ts";
import { describeVisit } from "../../contract/lead/lead-visit.ts";
import {
  columnNames,
  mailUrl,
  NOT_ASKED,
  phoneOf,
  type LeadRow,
} from "../../contract/lead/lead.ts";
import { telUrl } from "../../contract/lead/telephone.ts";
import { lineOf } from "../../contract/lead/typed-text.ts";
import { briefTime } from "../../contract/locale/times.ts";
import { promisedFrom } from "../../contract/mail/delivery.ts";
import {
  fields,
  linkRow,
  links,
  paragraph,
  withColon,
  words,
  type Body,
  type Letter,
} from "../deliveries/mail/body.ts";
import { visitorLetter } from "../deliveries/mail/visitor-letter.ts";
import type { Outgoing } from "../deliveries/outbox-rows.ts";
import { localNumber, numberAndWords } from "../deliveries/phone-number.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import { leadFor, offerLink } from "../deliveries/signed-links.ts";

/**
 * Links work for a week, in case of an absence,
 * but no longer, since a mail may be forwarded.
 */
const LINKS_WORK_MS = 7 * DAY_MS;

const MAX_IN_SUBJECT = 60;

export type Visitor = Pick<LeadRow, "name" | "email" | "company_name">;

/**
 * A lead's names, shortened for a subject.
 * Email or number replaces an unknown company.
 */
export function namesOf({ name, company_name: company, email }: Visitor) {
  const phone = phoneOf(email);
  const address = phone === undefined ? email : localNumber(phone);
  return {
    name: lineOf(name, MAX_IN_SUBJECT, "…"),
    company: lineOf(
      company === NOT_ASKED ? address : company,
      MAX_IN_SUBJECT,
      "…",
    ),
  };
}

/** The person, at the head of a mail to the agency. */
export function personOf(lead: Visitor, variant: "heading" | "title") {
  const { name, company } = namesOf(lead);
  return paragraph(`${name}\n${company}`, variant);
}

type LeadPurpose = "answer" | "show";

/**
 * @param reader the recipient, whom the history
 * names if the link is used; undefined in a chat
 */
export function leadLink(
  id: string,
  purpose: LeadPurpose,
  settings: MailSettings,
  reader?: string,
) {
  const { content, site, links: signed, now } = settings;
  const subject = reader === undefined ? id : leadFor(id, reader);
  const expiresAt = now() + LINKS_WORK_MS;
  return {
    label: content.links[purpose],
    url: signed.url(site.siteUrl, { purpose, subject, expiresAt }),
  };
}

/** The page where a lead picks a time for its call. */
export function offerOf(leadId: string, settings: MailSettings) {
  const { schedulePage, site, links: signed, now } = settings;
  return {
    label: schedulePage.again,
    url: signed.url(site.siteUrl, offerLink(leadId, now())),
  };
}

/**
 * The visitor's mail. Of the typed name it
 * contains a plain first name, at most.
 */
export function confirmation(
  { lead, dueAt }: Outgoing,
  settings: MailSettings,
): Letter {
  const { content, form, ourTime } = settings;
  const {
    heading,
    subject,
    received: text,
    next,
    steps,
    sent,
  } = content.confirmation;
  // An answer to an earlier lead may be due before.
  const promised = promisedFrom(lead.created_at);
  const due = dueAt > promised ? dueAt : promised;
  const values = { due: ourTime(due) };
  const service = form.services.find(
    ({ value }) => value === lead.selected_service,
  );
  const offer = offerOf(lead.id, settings);
  const body: Body = [
    paragraph(next),
    { kind: "steps", items: steps.map((step) => fillIn(step, values)) },
    links({ label: offer.label, url: settings.schedulingUrl ?? offer.url }),
    fields(
      {
        label: form.fields.selected_service.label,
        value: service?.label ?? "",
      },
      { label: sent, value: ourTime(lead.created_at) },
    ),
  ];
  return visitorLetter(
    lead,
    { head: [paragraph(heading, "heading")], subject, text },
    values,
    body,
    settings,
  );
}

/** @param reader undefined for a chat */
export function leadMail(
  outgoing: Outgoing,
  settings: MailSettings,
  reader?: string,
): Letter {
  const { lead, dueAt, wish, againSince } = outgoing;
  const { timeZone, locale, ourTime, timeUntil } = settings;
  const { subject, text } = textsOf(outgoing, settings);
  const values = {
    moment: wish?.at ? briefTime(wish.at, timeZone, locale) : "",
    since: againSince ? ourTime(againSince) : "",
    ...namesOf(lead),
    due: ourTime(dueAt),
    left: timeUntil(dueAt),
  };
  const show = leadLink(lead.id, "show", settings, reader);
  // A call, for instance, answers a lead before
  // a chat or the morning's mail tells of it.
  const isOpen = outgoing.answeredAt === undefined;
  const answer = isOpen ? [leadLink(lead.id, "answer", settings, reader)] : [];
  const news = isOpen ? [paragraph(fillIn(text, values))] : [];
  // Chats cut long texts, so a chat gets the links first.
  const body =
    reader === undefined
      ? [
          ...news,
          links(...answer, show),
          fields(...leadFieldsOf(outgoing, settings)),
        ]
      : bodyFor(reader, outgoing, settings, news, linkRow(show, ...answer));
  return {
    subject: fillIn(subject, values),
    body: [...body, noteOnLinks(settings)],
  };
}

/** What a member of the team reads: the person, the words, and what to do. */
function bodyFor(
  reader: string,
  outgoing: Outgoing,
  settings: MailSettings,
  news: Body,
  inboxLinks: Body[number],
): Body {
  const { lead, wish, owner } = outgoing;
  const { content, ourTime } = settings;
  const { yours } = content.notification;
  const [theirWords, otherFields] = wordsApart(outgoing, settings);
  const wished = wish?.at && ourTime(wish.at);
  const moment = `${withColon(content.wished)} ${wished}`;
  const isTheirs = owner === reader && yours !== undefined;
  return [
    personOf(lead, "heading"),
    ...(wished ? [paragraph(moment, "news")] : []),
    ...theirWords,
    ...news,
    ...(isTheirs ? [paragraph(yours)] : []),
    links(...waysToAnswer(lead, wish?.phone, settings)),
    inboxLinks,
    fields(...otherFields.filter(({ label }) => label !== content.wished)),
  ];
}

/** Says how long the links to a lead work. */
export function noteOnLinks({ content, ourTime, now }: MailSettings) {
  const until = ourTime(isoTime(now() + LINKS_WORK_MS));
  return paragraph(fillIn(content.links.note, { until }), "small");
}

/** A person who wrote before is not new, and has perhaps waited. */
function textsOf(
  { againOf, againSince, wish }: Outgoing,
  { content }: MailSettings,
) {
  const { again, wished, text: asked, ...first } = content.notification;
  const isWish = wished !== undefined && wish?.at !== undefined;
  if (againOf === undefined)
    return { subject: isWish ? wished : first.subject, text: asked };
  const { subject, text, waiting } = again;
  return { subject, text: againSince === undefined ? text : waiting };
}

/** The words in which the visitor says what is wrong, and the other fields. */
export function wordsApart(outgoing: Outgoing, settings: MailSettings) {
  const { label } = settings.form.fields.problems;
  const others = leadFieldsOf(outgoing, settings).filter(
    (one) => one.label !== label,
  );
  return [[words(outgoing.lead.problems)], others] as const;
}

/**
 * Call the number, or the one that the lead
 * has in place of an address, and mail.
 */
export function waysToAnswer(
  { email }: LeadRow,
  number = "",
  { content, timeZone }: MailSettings,
) {
  const phone = number || phoneOf(email);
  const { call, reply } = content.links;
  return [
    ...(phone
      ? [
          {
            label: fillIn(call, { number: localNumber(phone, timeZone) }),
            url: telUrl(phone),
          },
        ]
      : []),
    ...(phoneOf(email) === undefined
      ? [{ label: reply, url: mailUrl(email) }]
      : []),
  ];
}

export function leadFieldsOf(
  { lead, visit, wish }: Outgoing,
  {
    content: { cameIn, cameFrom, wished, call },
    form,
    timeZone,
    ourTime,
    sources,
  }: MailSettings,
) {
  const texts = {
    ...lead,
    selected_service: serviceLabel(form.services, lead.selected_service),
  };
  const leadFields = columnNames.map((column) => {
    const text = texts[column] === NOT_ASKED ? "" : texts[column];
    const phone = phoneOf(text);
    const value = phone === undefined ? text : localNumber(phone, timeZone);
    return { label: form.fields[column].label, value };
  });
  return [
    ...leadFields,
    {
      label: wished,
      value: wish?.at === undefined ? "" : ourTime(wish.at),
    },
    {
      label: call.labels.phone,
      value: wish
        ? numberAndWords({ ...wish, phoneTyped: wish.typed }, timeZone)
        : "",
    },
    { label: cameIn, value: ourTime(lead.created_at) },
    { label: cameFrom, value: visit ? describeVisit(visit, sources) : "" },
  ];
}
