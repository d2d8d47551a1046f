/**
 * Turns a member's address into a name:
 * `ana.ruiz@agency.example` becomes "Ana Ruiz".
 */
export function memberName(email: string): string {
  const [local = ""] = email.split(/[@+]/);
  const words = local.split(/[._-]+/).filter((word) => word !== "");
  return (
    words
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(" ") || email
  );
}
