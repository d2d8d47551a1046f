import { isoTime } from "../../../contract/durations.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { MailContent } from "../../../contract/mail/mail.ts";
import { shortTime, shownTime } from "../../../contract/locale/times.ts";
import type { SendResult } from "../../deliveries/outbox.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import type { LinkGrant } from "../../deliveries/signed-links.ts";
import {
  fields,
  links,
  paragraph,
  type Body,
} from "../../deliveries/mail/body.ts";
import type { TeamPost } from "../notices/team-post.ts";

type LinkTexts = Pick<MailContent["signIn"], "subject" | "text" | "link">;

/** Mails with a link that signs in to the inbox exactly once. */
export function createSignInMails(
  settings: MailSettings,
  post: Pick<TeamPost, "send">,
) {
  const { content, site, timeZone, locale, now } = settings;
  const { signIn, invited } = content;

  function sendLink(
    { to, link }: SignInMail,
    texts: LinkTexts,
    by: string,
    more: Body,
  ) {
    const url = settings.links.url(site.siteUrl, link);
    const body = [links({ label: texts.link, url }), ...more];
    const id = `sign-in-${link.subject}`;
    return post.send(id, texts, { by }, () => body, { member: to });
  }

  return {
    mailSignIn(mail: SignInMail): Promise<SendResult> {
      const { labels, mistake } = signIn;
      const requestFields = [
        { label: labels.email, value: mail.to },
        {
          label: labels.at,
          value: shortTime(isoTime(now()), timeZone, locale),
        },
      ];
      return sendLink(mail, signIn, "", [
        fields(...requestFields),
        paragraph(mistake, { look: "small" }),
      ]);
    },

    /** @param by the address of the member who invited */
    mailInvited(
      mail: SignInMail,
      by = content.call.somebody,
    ): Promise<SendResult> {
      const note = fillIn(invited.note, {
        until: shownTime(isoTime(mail.link.expiresAt), timeZone, locale),
      });
      return sendLink(mail, invited, by, [paragraph(note, { look: "small" })]);
    },
  };
}

export interface SignInMail {
  to: string;
  /** The subject of the link is the id of the sign-in that the link begins. */
  link: LinkGrant;
}
