/** URLs of webhooks and calendars: https, unless the operator allows a host by name. */
import { readTarget } from "../../contract/delivery.ts";
import { isSecure } from "../network/checked-host.ts";

/** @param target may begin with a chat's name @param allowHosts may be reached over plain HTTP */
export function parseTarget(target: string, allowHosts: readonly string[]): URL | undefined {
  const text = readTarget(target).url;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return isSecure(url, allowHosts) && url.username === "" && url.password === "" ? url : undefined;
}

/** `webcal:` means https. @returns undefined for a URL that must not be requested */
export function parseCalendarUrl(text: string, allowHosts: readonly string[]): URL | undefined {
  const url = URL.parse(text.replace(/^webcals?:/i, "https:"));
  return url && isSecure(url, allowHosts) ? url : undefined;
}
