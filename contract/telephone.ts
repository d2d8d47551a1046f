/** The `tel:` link for a number as a person writes it. Source: RFC 3966. */
export function telephone(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, "")}`;
}
