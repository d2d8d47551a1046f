/**
 * The keys and signing secrets of the site. A file of theirs that cannot be read or written keeps no page away: others in
 * memory stand in for them, with which visitors send leads as ever. Nothing is sent that is signed with them, since the
 * next start would not know it.
 */
import { isDeepStrictEqual } from "node:util";
import type { Env } from "../configuration/env.ts";
import { EnvError } from "../configuration/env.ts";
import { keptKeys, keptSigningSecrets, type KeptFile } from "../configuration/secrets.ts";
import { diskSentence } from "../storage/disk-errors.ts";

const AGAIN_MS = 5_000;

interface Opened<Kept> {
  value: Kept;
  /** Does something once the value is what the file holds: now, or when it could be written. */
  onceKept: (work: () => void) => void;
}

/**
 * @param notify receives a sentence for the operator.
 * @throws {EnvError} when two keys that were set are the same.
 */
export function openSecrets(
  env: Pick<Env, "dataDir" | "outbox" | "publicKey" | "secretKey">,
  notify: (sentence: string) => void,
) {
  const refused = "until then the site has new keys in memory, and refuses programs that read leads";
  const unsent = "until then leads are stored and nothing is sent for them";
  return {
    keys: open(keptKeys(env.dataDir, env), refused, notify),
    secrets: open(keptSigningSecrets(env.dataDir, env.outbox), unsent, notify),
  };
}

function open<Kept extends object>(
  file: KeptFile<Kept>,
  meanwhile: string,
  notify: (sentence: string) => void,
): Opened<Kept> {
  try {
    return { value: file.load(), onceKept: (work) => work() };
  } catch (error) {
    if (error instanceof EnvError) throw error;
    const sentence = diskSentence(error) ?? (error instanceof Error ? error.message : String(error));
    notify(`${sentence} It is tried again; ${meanwhile}.`);
  }
  const { standIn } = file;
  let work = () => {};
  const timer = setInterval(() => {
    try {
      const kept = file.load();
      clearInterval(timer);
      if (isDeepStrictEqual(kept, standIn)) work();
      else notify("A file of keys or secrets can be used again. Start the site again for it to count.");
    } catch {
      // The operator was notified; the next round tries again.
    }
  }, AGAIN_MS).unref();
  return { value: standIn, onceKept: (onKept) => (work = onKept) };
}
