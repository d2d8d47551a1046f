import { clockIn } from "../../../contract/locale/in-zone.ts";
import type { StillContent } from "./call-page.tsx";

interface ListedZone {
  zone: string;
  region: string;
  words: string;
}

/**
 * Lists the platform's zones by region, and with
 * them `others`, which the platform may lack.
 */
export function listZones(
  others: readonly string[],
  now: string,
  { schedulePage: { locale }, zoneNames }: StillContent,
): ListedZone[] {
  const { homeLabel, regions } = zoneNames;
  const home = Object.keys(zoneNames.home);
  const homeRank = (zone: string) => {
    const rank = home.findIndex((one) => zone.endsWith(`/${one}`));
    return rank === -1 ? home.length : rank;
  };
  const listed: ListedZone[] = [];
  for (const zone of [
    ...others,
    ...Intl.supportedValuesOf("timeZone"),
    "UTC",
  ]) {
    const [area = zone] = zone.split("/");
    const region =
      homeRank(zone) < home.length ? homeLabel : (regions[area] ?? area);
    const local = clockIn(now, zone, locale);
    const words = `${local.zone} \u00b7 ${local.time}`;
    // The platform may list a zone under two names.
    if (listed.some((one) => one.region === region && one.words === words))
      continue;
    listed.push({ zone, region, words });
  }
  const nameOf = ({ region, words }: ListedZone) => `${region}\n${words}`;
  listed.sort(
    (a, b) =>
      homeRank(a.zone) - homeRank(b.zone) || (nameOf(a) < nameOf(b) ? -1 : 1),
  );
  return listed;
}
