/** Applies a display font that arrives late, unless something in view would move (docs/decisions/page.md). */

/** How far a box may slide along its line, in CSS pixels: as far as a label grows by a letter. */
const ALONG = 12;

/** Percent, in the order in which they are tried: at one of these sizes, a line breaks where it did in the fallback. */
const SIZES = [100, 98, 102, 95, 105];

/** Labels in a row: each keeps the width that it was painted with, so those beside it stay where they are. */
const LABELS = "[data-row] :is(a, button, span)";

/** Never rejects: a page whose font does not arrive stays as it is. */
export async function putOnDisplayFont(): Promise<void> {
  const files = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]');
  for (const size of SIZES) {
    const descriptors = { weight: "700 900", sizeAdjust: `${size}%` };
    const faces = Array.from(
      files,
      ({ href }) => new FontFace("Big Shoulders", `url("${href}")`, descriptors),
    );
    try {
      await Promise.all(faces.map((face) => face.load()));
    } catch {
      return;
    }
    // One task, so the browser paints nothing that is reverted.
    const before = boxesInView();
    const labels = [...document.querySelectorAll<HTMLElement>(LABELS)];
    const widths = labels.map((label) => label.getBoundingClientRect().width);
    const keepWidths = (kept: boolean) =>
      labels.forEach((label, place) => (label.style.minWidth = kept ? `${widths[place]}px` : ""));
    // React's development build reports styles that it did not render; production's leaves them alone.
    if (!import.meta.env.DEV) keepWidths(true);
    for (const face of faces) document.fonts.add(face);
    // Everything is laid out again in another window.
    if (!before.some(moved)) return addEventListener("resize", () => keepWidths(false), { once: true });
    for (const face of faces) document.fonts.delete(face);
    keepWidths(false);
  }
}

interface Box {
  element: Element;
  rect: DOMRect;
}

/** Excludes inline elements: they are as high as their font, and only their lines move. Most of a page is below the window. */
function boxesInView({ children }: Element = document.body): Box[] {
  return [...children].flatMap((element) => {
    const rect = element.getBoundingClientRect();
    if (rect.top >= innerHeight) return [];
    const { display, visibility } = getComputedStyle(element);
    const isBox = rect.bottom > 0 && display !== "inline" && visibility === "visible";
    return [...(isBox ? [{ element, rect }] : []), ...boxesInView(element)];
  });
}

/**
 * Ignores changes below the window: a box that extends below it may grow there. A box that keeps one of its sides does not
 * move along its line: it grows or shrinks to the other.
 */
function moved({ element, rect }: Box): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const edge = (y: number): number => Math.min(y, innerHeight);
  return (
    Math.min(Math.abs(left - rect.left), Math.abs(right - rect.right)) > ALONG ||
    Math.abs(top - rect.top) > 1 ||
    Math.abs(edge(bottom) - edge(rect.bottom)) > 1
  );
}
