/** Makes links to the inbox with the secret that the server checks them with. */
import { existsSync } from "node:fs";
import type { Env } from "../../server/env.ts";
import { linkUrl } from "../../server/outbox/links/link-urls.ts";
import { createSignedLinks } from "../../server/outbox/links/signed-links.ts";
import { loadSigningSecrets, secretsPath } from "../../server/signing-secrets.ts";
import { Failure } from "../failure.ts";

/**
 * @param origin where the site is reached
 * @param expiresAt milliseconds since 1970
 * @throws {Failure} when there is no secret, and one made now would be no server's
 */
export function inboxLink(env: Env, origin: string, expiresAt: number): string {
  const links = createSignedLinks(linkSecret(env));
  return linkUrl(origin, "inbox", links.sign({ purpose: "inbox", leadId: "", expiresAt }));
}

function linkSecret({ dataDir, outbox: { linkSecret: given, webhookSecrets } }: Env): string {
  if (given !== undefined) return given;
  if (!existsSync(secretsPath(dataDir))) {
    throw new Failure(
      `There is no ${secretsPath(dataDir)}. Start the site once, or set DATA_DIR or LINK_SECRET as it has them.`,
    );
  }
  return loadSigningSecrets(dataDir, { linkSecret: undefined, webhookSecrets }).linkSecret;
}
