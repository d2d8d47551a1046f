/**
 * The policy of a page. @param own what its
 * styles, its script and its pictures need
 */
export const pagePolicy = (...own: readonly string[]): string =>
  [
    "default-src 'none'",
    ...own,
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
