import { snapshot } from "../content/content-folder.ts";

/** Time between two looks. It is long, because editors write in parts, and copies take a while. */
const LOOK_EVERY_MS = 2_000;

/**
 * Calls `show` when the folder has changed, and two looks in a row found no further change.
 * @param shown the snapshot of the folder that was shown last
 */
export function watchContent(
  folder: string,
  shown: () => string,
  show: () => unknown,
  everyMs = LOOK_EVERY_MS,
): void {
  let before = shown();
  setInterval(() => {
    const present = snapshot(folder);
    const isQuiet = present === before;
    before = present;
    if (isQuiet && present !== shown()) show();
  }, everyMs).unref();
}
