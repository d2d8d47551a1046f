/** The mails with a link that signs in to the inbox exactly once. */

import { fillIn } from "../../../contract/content/fill-in.ts";
import { isoTime } from "../../../contract/durations.ts";
import { fields, links, paragraph } from "../../deliveries/mail/body.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import type { LinkGrant } from "../../deliveries/signed-links.ts";
import { INBOX_FIELDS } from "../fields.ts";
import type { TeamLetter } from "../notices/team-post.ts";

/**
 * @param to the member who asked for the link
 * @param back the page that the link opens
 */
export function signInLetter(
  { content, links: signed, site, ourTime, now }: MailSettings,
  to: string,
  link: LinkGrant,
  back: string,
): TeamLetter {
  const { labels, mistake, ...texts } = content.signIn;
  const at = ourTime(isoTime(now()));
  const opens = new URLSearchParams({ [INBOX_FIELDS.back]: back });
  const url = `${signed.url(site.siteUrl, link)}&${opens.toString()}`;
  return {
    texts,
    values: {},
    more: () => [
      links({ label: texts.link, url }),
      fields(
        { label: labels.email, value: to },
        { label: labels.at, value: at },
      ),
      paragraph(mistake, "small"),
    ],
  };
}

/** @param by the address of the member who invited */
export function invitationLetter(
  { content, links: signed, site, ourTime }: MailSettings,
  by = content.call.somebody,
  link: LinkGrant,
): TeamLetter {
  const { note, ...texts } = content.invited;
  const until = ourTime(isoTime(link.expiresAt));
  return {
    texts,
    values: { by },
    more: () => [
      links({ label: texts.link, url: signed.url(site.siteUrl, link) }),
      paragraph(fillIn(note, { until }), "small"),
    ],
  };
}
