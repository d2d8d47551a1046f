/** Makes links to the inbox with the secret that the server checks them with. */
import { existsSync } from "node:fs";
import type { Env } from "../../server/configuration/env.ts";
import { createSignedLinks, linkUrl } from "../../server/outbox/links/signed-links.ts";
import { loadSigningSecrets, secretsPath } from "../../server/configuration/secrets.ts";
import { Failure } from "../failure.ts";

export interface InboxLink {
  /** Where the site is reached. */
  origin: string;
  /** Whether that site keeps its secrets on this machine. */
  ours: boolean;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** @throws {Failure} when the secret is not known, and one made now would be no server's */
export function inboxLink(env: Env, { origin, ours, expiresAt }: InboxLink): string {
  if (!ours && env.outbox.linkSecret === undefined) {
    throw new Failure(`Set LINK_SECRET to that of ${origin}: a link signed with another opens nothing.`);
  }
  const links = createSignedLinks(linkSecret(env));
  return linkUrl(origin, "inbox", links.sign({ purpose: "inbox", subject: "", expiresAt }));
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
