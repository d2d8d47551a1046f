import { clockIn, placeOf } from "../../../contract/locale/in-zone.ts";
import type { ScheduleTexts } from "../../page-content.ts";

interface ListedZone {
  zone: string;
  words: string;
  /** The words by which a search finds the zone. Each word follows a blank. */
  search: string;
}

/** Lists the platform's zones and `others`, which the platform may not list. */
export function zonesByRegion(others: readonly string[], now: string, texts: ScheduleTexts) {
  const { locale, zoneNames } = texts;
  const { homeLabel, home, regions: named, search } = zoneNames;
  // Old browsers have no such function.
  const list: ((key: "timeZone") => string[]) | undefined = Reflect.get(Intl, "supportedValuesOf");
  const regions = new Map<string, ListedZone[]>();
  for (const zone of [...others, ...(list?.("timeZone") ?? []), "UTC"]) {
    const place = placeOf(zone, locale.zones);
    const [region = zone] = zone.split("/");
    const isHome = home.some((one) => zone.endsWith(`/${one}`));
    const name = isHome ? homeLabel : (named[region] ?? region);
    const zones = regions.get(name) ?? [];
    const local = clockIn(now, zone, locale);
    const words = `${local.zone} \u00b7 ${local.time}`;
    // A browser may list a zone under two names.
    if (zones.some((one) => one.words === words)) continue;
    const cities = search[zone.slice(zone.lastIndexOf("/") + 1)] ?? search[place] ?? "";
    const text = foldedText(`${name} ${zone} ${words} ${cities}`);
    zones.push({ zone, words, search: ` ${text}` });
    regions.set(name, zones);
  }
  const homeIndex = ({ zone }: ListedZone) => home.findIndex((one) => zone.endsWith(`/${one}`));
  for (const zones of regions.values())
    zones.sort((a, b) => homeIndex(a) - homeIndex(b) || (a.words < b.words ? -1 : 1));
  const homeFirst = (name: string) => (name === homeLabel ? "" : name);
  const groups = Array.from(regions, ([name, zones]) => ({ name, zones }));
  groups.sort((a, b) => (homeFirst(a.name) < homeFirst(b.name) ? -1 : 1));
  return groups;
}

/** The words of a text in lower case without accents, with a blank between words. */
export function foldedText(text: string): string {
  const letters = text.toLowerCase().normalize("NFD");
  const words = letters.replace(/[\p{M}'’]/gu, "").replace(/[\s_/(,.]+/g, " ");
  return words.trim();
}
