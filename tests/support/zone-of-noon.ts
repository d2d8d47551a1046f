/** A zone in which it is about noon, since mails to the agency wait for the morning. */
export function zoneOfNoon(): string {
  const hours = new Date().getUTCHours() - 12;
  return `Etc/GMT${hours < 0 ? "" : "+"}${hours}`;
}
