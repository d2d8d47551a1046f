/** A member of the team has an address alone: of `ana.ruiz@agency.example` the name is "Ana Ruiz". */
export function memberName(email: string): string {
  const [local = ""] = email.split(/[@+]/);
  const words = local.split(/[._-]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}
