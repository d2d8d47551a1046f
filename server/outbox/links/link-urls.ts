/** Where the links lead. The token is a parameter: the log holds routes, never addresses with their query. */
import type { LinkPurpose } from "./signed-links.ts";

export const LINK_PATHS: Record<LinkPurpose, string> = {
  answer: "/inbox/link/answer",
  show: "/inbox/link/show",
  inbox: "/inbox/sign-in",
};

export const TOKEN_PARAMETER = "token";

/** The whole address of a link, for a mail or a terminal. */
export function linkUrl(siteUrl: string, purpose: LinkPurpose, token: string): string {
  const url = new URL(LINK_PATHS[purpose], siteUrl);
  url.searchParams.set(TOKEN_PARAMETER, token);
  return url.href;
}
