import { fillIn } from "../../contract/content/fill-in.ts";
import { memberName } from "../../contract/inbox/member-name.ts";
import {
  isForChats,
  isPlainCallMail,
  type ChatEvent,
  type LeadEvent,
} from "../../contract/mail/delivery.ts";
import { links, paragraph, type Letter } from "../deliveries/mail/body.ts";
import { marked, type WriteLetter } from "../deliveries/mail/compose.ts";
import type { Outgoing } from "../deliveries/outbox-rows.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import {
  confirmation,
  leadLink,
  leadMail,
  namesOf,
} from "../leads/lead-mail.ts";
import { CALL_LETTERS, plainCallMail } from "./call-mail.ts";

const LETTERS = { confirmation, notification: leadMail, ...CALL_LETTERS };

/**
 * The letter of a mail. @throws {Error}
 * for a webhook, whose event is not a mail
 */
export const writeLetter: WriteLetter = (outgoing, settings, reader) => {
  const { kind } = outgoing;
  const { content, schedulePage } = settings;
  if (kind === "webhook") throw new Error("A webhook's event is not a mail.");
  // The confirmation to a visitor who has a call leads to that call.
  if (kind === "confirmation" && outgoing.event)
    return plainCallMail(outgoing, settings, {
      heading: schedulePage.own.oneCall,
      subject: content.confirmation.heading,
      text: content.confirmation.received,
    });
  return isPlainCallMail(kind)
    ? plainCallMail(outgoing, settings, content.call[kind])
    : LETTERS[kind](outgoing, settings, reader);
};

/**
 * The message to a chat: the agency's mail about
 * a lead or call, else one sentence and a link.
 */
export function chatLetter(outgoing: Outgoing, settings: MailSettings): Letter {
  const letter = letterOf(outgoing, settings);
  return outgoing.test ? marked(letter, settings.content) : letter;
}

function letterOf(outgoing: Outgoing, settings: MailSettings): Letter {
  const { event } = outgoing;
  if (!event) return leadMail(outgoing, settings);
  if (!isForChats(event.type))
    throw new Error(`No chat gets the event ${event.type}.`);
  return OF_EVENTS[event.type](outgoing, settings, event);
}

type EventLetter = (
  outgoing: Outgoing,
  settings: MailSettings,
  event: LeadEvent,
) => Letter;

const bookingMail: EventLetter = (outgoing, settings) =>
  CALL_LETTERS.booking(outgoing, settings);

const OF_EVENTS: Record<ChatEvent, EventLetter> = {
  "lead.answered": (outgoing, settings) =>
    oneLine(settings.content.chat.answered, outgoing, settings),
  "lead.outcome": (outgoing, settings, { outcome }) => {
    if (!outcome) throw new Error("The event of an outcome names none.");
    const values = { outcome: settings.outcomes[outcome] };
    return oneLine(settings.content.chat.outcome, outgoing, settings, values);
  },
  "booking.created": bookingMail,
  "booking.moved": bookingMail,
  "booking.cancelled": bookingMail,
};

function oneLine(
  sentence: string,
  { event, lead }: Outgoing,
  settings: MailSettings,
  values = {},
): Letter {
  const { chat } = settings.content;
  const byLine =
    event?.by === undefined
      ? []
      : [paragraph(fillIn(chat.by, { by: memberName(event.by) }))];
  return {
    subject: fillIn(sentence, { ...namesOf(lead), ...values }),
    body: [...byLine, links(leadLink(lead.id, "show", settings))],
  };
}
