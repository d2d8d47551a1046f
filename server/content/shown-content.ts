/** What came of showing the content folder. `mistakes` has one a line. */
export type ShownContent =
  | { kind: "shown" }
  | { kind: "refused"; mistakes: string };

/**
 * Shows the content folder as it is now. The promise resolves once visitors see
 * it, or with the reason why they still see the site before. It never rejects.
 */
export type ShowContent = () => Promise<ShownContent>;
