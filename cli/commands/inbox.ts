import { existsSync } from "node:fs";
import { isoTime } from "../../contract/durations.ts";
import { unconfiguredIn } from "../../server/content/unready.ts";
import { createSignedLinks } from "../../server/deliveries/signed-links.ts";
import { addOperatorLink } from "../../server/leads/sign-ins.ts";
import { localOrigin, type Env } from "../../server/settings/env.ts";
import { OperatorError } from "../../server/settings/operator-error.ts";
import {
  keptSigningSecrets,
  secretsPath,
} from "../../server/settings/secrets.ts";
import { LeadsCommand, shownMoment } from "../command.ts";
import { readContent } from "../site-services.ts";

export const inboxCommand = new LeadsCommand("inbox")
  .about(
    "Prints a link that opens the inbox once.",
    "The link shows a button. The first device that presses it is signed in for a week. A new LINK_SECRET ends all links and sign-ins at once.",
  )
  .work(async ({ env, store }) => {
    const links = createSignedLinks(linkSecret(env));
    const { content } = await readContent(env);
    const isPlaceholder = unconfiguredIn(content).includes("siteUrl");
    const origin = isPlaceholder
      ? localOrigin(env.host, env.port)
      : content.site.siteUrl;
    const link = await addOperatorLink(store, Date.now());
    console.log(links.url(origin, link));
    console.error(
      `Valid until ${shownMoment(isoTime(link.expiresAt), env.outbox.timeZone)}.`,
    );
  });

/** Makes no new secret, since a running site would not know the secret. */
function linkSecret({ dataDir, outbox }: Env): string {
  if (outbox.linkSecret !== undefined) return outbox.linkSecret;
  const path = secretsPath(dataDir);
  if (existsSync(path)) return keptSigningSecrets(dataDir, outbox).linkSecret;
  const remedy =
    "Start the site once, or set DATA_DIR or LINK_SECRET to the site's values.";
  throw new OperatorError(`There is no ${path}. ${remedy}`);
}
