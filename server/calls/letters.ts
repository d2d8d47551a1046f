import { fillIn } from "../../contract/content/fill-in.ts";
import { links, paragraph, type Letter } from "../deliveries/mail/body.ts";
import { marked, type Letters } from "../deliveries/mail/compose.ts";
import type { Outgoing } from "../deliveries/outbox-rows.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import {
  confirmation,
  leadLink,
  leadMail,
  namesOf,
} from "../leads/lead-mail.ts";
import * as calls from "./call-mail.ts";

export const LETTERS: Letters = {
  confirmation,
  notification: leadMail,
  invitation: calls.invitationMail,
  booking: calls.bookingMail,
  "call-reminder": calls.reminderMail,
  link: calls.linkMail,
  missed: calls.missedMail,
};

/** The message to a chat: the agency's mail about a lead or call, else one sentence and a link. */
export function chatLetter(outgoing: Outgoing, settings: MailSettings): Letter {
  const letter = letterOf(outgoing, settings);
  return outgoing.test ? marked(letter, settings.content) : letter;
}

function letterOf(outgoing: Outgoing, settings: MailSettings): Letter {
  const { event, lead } = outgoing;
  if (event?.booking) return calls.bookingMail(outgoing, settings);
  if (!event) return leadMail(outgoing, settings);
  const { chat } = settings.content;
  const byLine =
    event.by === undefined
      ? []
      : [paragraph(fillIn(chat.by, { by: event.by }))];
  return {
    subject: fillIn(chat[event.outcome ?? "answered"], namesOf(lead)),
    body: [...byLine, links(leadLink(lead.id, "show", settings))],
  };
}
