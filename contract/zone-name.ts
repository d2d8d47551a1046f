/** Names of time zones for readers: pages and mails name a zone alike. */

/** Engines keep names that IANA has replaced, and people say the time of their country's zones, not of a city. */
const NAMES: Partial<Record<string, string>> = {
  New_York: "Eastern Time",
  Chicago: "Central Time",
  Denver: "Mountain Time",
  Phoenix: "Arizona Time",
  Los_Angeles: "Pacific Time",
  Anchorage: "Alaska Time",
  Honolulu: "Hawaii Time",
  Asmera: "Asmara",
  Calcutta: "Kolkata",
  Coral_Harbour: "Atikokan",
  Enderbury: "Kanton",
  Faeroe: "Faroe",
  Godthab: "Nuuk",
  Katmandu: "Kathmandu",
  Kiev: "Kyiv",
  Ponape: "Pohnpei",
  Rangoon: "Yangon",
  Saigon: "Ho Chi Minh",
  Truk: "Chuuk",
};

/** `Central Time`, `Kolkata`, `Sao Paulo`. @param zone its IANA name */
export function placeOf(zone: string): string {
  const place = zone.split("/").slice(-1).join("");
  return NAMES[place] ?? place.replace(/_/g, " ");
}

/**
 * `Central Time (CST)`, `Sao Paulo (GMT−3)`, `UTC`, whose place is its name.
 * @param short the zone at a time, as `CST` or `GMT-3`; a line may end after a hyphen, and not after a minus sign
 */
export function zoneName(zone: string, short: string): string {
  const place = placeOf(zone);
  return place === short ? place : `${place} (${short.replace("-", "\u2212")})`;
}
