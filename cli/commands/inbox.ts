import { OperatorError } from "../../server/settings/operator-error.ts";
import { existsSync } from "node:fs";
import { HOUR_MS } from "../../contract/durations.ts";
import { unconfiguredIn } from "../../server/content/unready.ts";
import { createSignedLinks } from "../../server/deliveries/signed-links.ts";
import { localOrigin, readEnv, type Env } from "../../server/settings/env.ts";
import { keptSigningSecrets, secretsPath } from "../../server/settings/secrets.ts";
import { LeadsCommand, shownMoment } from "../command.ts";
import { readContent } from "../content.ts";

const VALID_HOURS = 12;

export const inboxCommand = new LeadsCommand("inbox")
  .about(
    "Prints a link that opens the inbox once.",
    "The link shows a button. The first device that presses it can read the leads until the link expires. A new LINK_SECRET ends all links and sign-ins at once.",
  )
  .examples("inbox")
  .action(async () => {
    const env = readEnv();
    const expiresAt = Date.now() + VALID_HOURS * HOUR_MS;
    const links = createSignedLinks(linkSecret(env));
    console.log(links.url(await siteOrigin(env), { purpose: "inbox", subject: "", expiresAt }));
    const until = shownMoment(new Date(expiresAt).toISOString(), env.outbox.timeZone);
    console.error(`Valid until ${until}.`);
  });

/** Makes no secret, since a running site would not know it. */
function linkSecret({ dataDir, outbox }: Env): string {
  if (outbox.linkSecret !== undefined) return outbox.linkSecret;
  const path = secretsPath(dataDir);
  if (existsSync(path)) return keptSigningSecrets(dataDir, outbox).linkSecret;
  const remedy = "Start the site once, or set DATA_DIR or LINK_SECRET to the site's values.";
  throw new OperatorError(`There is no ${path}. ${remedy}`);
}

async function siteOrigin(env: Env): Promise<string> {
  if (env.site.siteUrl !== undefined) return env.site.siteUrl;
  const { content } = await readContent(env);
  const isPlaceholder = unconfiguredIn(content).includes("siteUrl");
  return isPlaceholder ? localOrigin(env.host, env.port) : content.site.siteUrl;
}
