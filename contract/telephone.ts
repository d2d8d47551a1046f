/** The `tel:` link for a number in any common notation. Source: RFC 3966. */
export function telephone(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, "")}`;
}
