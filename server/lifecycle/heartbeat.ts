/** Tells an outside watcher each minute that this site can store leads: it notices when the whole machine is gone. */

const EVERY_MS = 60_000;
const ANSWER_MS = 10_000;

/** @param fault why no lead can be stored; undefined when one can @returns stops it */
export function startHeartbeat(
  url: string | undefined,
  fault: () => Promise<string | undefined>,
  everyMs = EVERY_MS,
): () => void {
  if (url === undefined) return () => {};
  const beat = async () => {
    if ((await fault()) === undefined) await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  };
  // The watcher notices what is missing.
  const timer = setInterval(() => {
    beat().catch(() => {});
  }, everyMs).unref();
  return () => clearInterval(timer);
}
