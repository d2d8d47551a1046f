/**
 * With one of these keys, a click opens a tab
 * or a window, or downloads the page.
 */
export const opensElsewhere = (event: MouseEvent) =>
  event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
