/** The name of somebody in the team, who has an address alone. */

/** `ana.ruiz@agency.example` is "Ana Ruiz"; pages have the address as the name's title. */
export function memberName(email: string): string {
  const [local = ""] = email.split(/[@+]/);
  const words = local.split(/[._-]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
