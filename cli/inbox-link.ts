/** A link that opens the inbox of this machine's site, signed with the secret that the site has. */
import { existsSync } from "node:fs";
import { localOrigin, type Env } from "../server/settings/env.ts";
import { keptSigningSecrets, secretsPath } from "../server/settings/secrets.ts";
import { createSignedLinks } from "../server/deliveries/signed-links.ts";
import { siteManifest } from "../server/content/site-folder.ts";
import { Failure } from "./context.ts";

/** @param expiresAt milliseconds since 1970 @throws {Failure} when no site was started here */
export async function inboxLink(env: Env, expiresAt: number): Promise<string> {
  const links = createSignedLinks(linkSecret(env));
  return links.url(await siteOrigin(env), { purpose: "inbox", subject: "", expiresAt });
}

/** Never makes a secret, because a running site would not know it. */
function linkSecret({ dataDir, outbox }: Env): string {
  if (outbox.linkSecret !== undefined) return outbox.linkSecret;
  if (existsSync(secretsPath(dataDir))) return keptSigningSecrets(dataDir, outbox).linkSecret;
  throw new Failure(
    `There is no ${secretsPath(dataDir)}. Start the site once, or set DATA_DIR or LINK_SECRET to ` +
      `the site's values.`,
  );
}

async function siteOrigin(env: Env): Promise<string> {
  if (env.site.siteUrl !== undefined) return env.site.siteUrl;
  const local = localOrigin(env.host, env.port);
  if (!existsSync(env.distDir)) return local;
  const { site, unconfigured } = await siteManifest(env);
  return unconfigured.includes("siteUrl") ? local : site.siteUrl;
}
