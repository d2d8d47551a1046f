/** Applies a display font that arrives late, unless something in view would move (docs/decisions/0016). */

/** How far a box may slide along its line, in CSS pixels: as far as a label grows by a letter. */
const ALONG = 12;

/** Never rejects: a page whose font does not arrive stays as it is. */
export async function putOnDisplayFont(): Promise<void> {
  const files = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]');
  const faces = Array.from(
    files,
    ({ href }) => new FontFace("Big Shoulders", `url("${href}")`, { weight: "700 900" }),
  );
  try {
    await Promise.all(faces.map((face) => face.load()));
  } catch {
    return;
  }
  // One task, so the browser paints nothing that is reverted.
  const before = boxesInView();
  for (const face of faces) document.fonts.add(face);
  if (before.some(moved)) for (const face of faces) document.fonts.delete(face);
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
    const isBox = rect.bottom > 0 && getComputedStyle(element).display !== "inline";
    return [...(isBox ? [{ element, rect }] : []), ...boxesInView(element)];
  });
}

/** Ignores changes below the window: a box that extends below it may grow there. */
function moved({ element, rect }: Box): boolean {
  const { left, top, bottom } = element.getBoundingClientRect();
  const edge = (y: number): number => Math.min(y, innerHeight);
  return (
    Math.abs(left - rect.left) > ALONG ||
    Math.abs(top - rect.top) > 1 ||
    Math.abs(edge(bottom) - edge(rect.bottom)) > 1
  );
}
