/**
 * Notices changes of the content folder, and shows them in the running process.
 */

import { snapshot } from "../content/content-folder.ts";
import type { ShowContent, ShownContent } from "../content/shown-content.ts";
import { siteFolder } from "../content/site-folder.ts";
import { readManifest } from "../http/built-site.ts";
import type { Env } from "../settings/env.ts";
import { messageOf } from "../settings/error-code.ts";
import { isForOperator, OperatorError } from "../settings/operator-error.ts";

const OTHER_PROGRAM =
  "A new version of the program was built. Restart the site, and it shows the changed words, too.";

/**
 * @param program the hash of the running program's
 * sources @returns the folder of the new site
 */
export async function renderContent(
  env: Env,
  program: string | undefined,
): Promise<string> {
  if ((await readManifest(env.distDir)).program !== program)
    throw new OperatorError(OTHER_PROGRAM);
  let mistakes: string | undefined;
  const folder = await siteFolder(env, (lines) => (mistakes = lines));
  if (mistakes !== undefined) throw new OperatorError(mistakes);
  return folder;
}

interface ShowParts {
  /**
   * Makes visitors see the folder. @throws
   * {Error} if they still see the site before
   */
  show: () => Promise<void>;
  /** Takes the mistakes, or undefined after the folder was shown. */
  report: (mistakes: string | undefined) => void;
  log: { error(about: object, sentence: string): void };
}

/** The disk may be full, and the words right. */
const AGAIN_MS = 600_000;

/**
 * One folder is rendered at a time. Whoever asks meanwhile gets the next
 * rendering, which is the same for all who ask until it begins.
 */
export function createShowContent(
  contentDir: string,
  parts: ShowParts,
  againMs = AGAIN_MS,
) {
  let read = snapshot(contentDir);
  let running: Promise<ShownContent> | undefined;
  let next: Promise<ShownContent> | undefined;

  async function showOnce(): Promise<ShownContent> {
    read = snapshot(contentDir);
    try {
      await parts.show();
      parts.report(undefined);
      return { kind: "shown" };
    } catch (error) {
      if (!isForOperator(error))
        parts.log.error({ err: error }, "the content could not be shown");
      const mistakes = messageOf(error);
      parts.report(mistakes);
      setTimeout(() => (read = ""), againMs).unref();
      return { kind: "refused", mistakes };
    }
  }

  function begin(): Promise<ShownContent> {
    next = undefined;
    running = showOnce().finally(() => (running = undefined));
    return running;
  }

  const show: ShowContent = () =>
    running ? (next ??= running.then(begin)) : begin();
  /** The snapshot of the folder when it was last read; empty to read again. */
  const lastRead = () => read;
  return { show, lastRead };
}

/**
 * Time between two looks. It is long, because
 * editors write in parts, and copies take a while.
 */
const LOOK_EVERY_MS = 2_000;

/**
 * Calls `show` when the folder has changed, and
 * two looks in a row found no further change.
 * @param lastShown the snapshot of the folder that was shown last
 */
export function watchContent(
  folder: string,
  lastShown: () => string,
  show: () => unknown,
  everyMs = LOOK_EVERY_MS,
): void {
  let before = lastShown();
  setInterval(() => {
    const present = snapshot(folder);
    const isQuiet = present === before;
    before = present;
    if (isQuiet && present !== lastShown()) show();
  }, everyMs).unref();
}
