/**
 * The recordings of the content folder: sounds and films that the demo plays.
 */

import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { Content } from "../../contract/content/schema.ts";
import { RECORDINGS_PATH } from "../../contract/http/routes.ts";
import { filesIn } from "../settings/files-in.ts";
import { readOnChange } from "./read-on-change.ts";

/** A minute of film on a phone has about this. Bytes. */
const MAX_BYTES = 30 * 1024 * 1024;

const TYPES = [".mp4", ".m4a", ".webm", ".mp3"];

/** @returns addresses keyed by file name; `problems` stop a build */
export function readRecordings(folder: string) {
  const recordings: Content["recordings"] = {};
  const problems: string[] = [];
  for (const name of filesIn(folder)) {
    if (!TYPES.includes(extname(name))) continue;
    const { size, version } = readFacts(join(folder, name));
    if (size > MAX_BYTES)
      problems.push(`content/recordings/${name} must have at most 30 MB`);
    else recordings[name] = `${RECORDINGS_PATH}${version}${extname(name)}`;
  }
  return { recordings, problems };
}

const readFacts = readOnChange((path) => {
  const { size } = statSync(path);
  const bytes = size > MAX_BYTES ? Buffer.of() : readFileSync(path);
  const digest = hash("sha256", bytes, "base64url");
  return { size, version: digest.slice(0, 16) };
});

/**
 * The recordings of the demo and of the
 * trades, each with its place in the content.
 */
const recordingsIn = ({ demo, trades }: Content) =>
  [
    { path: ["demo"], owner: demo },
    ...Object.entries(trades).map(([name, owner]) => ({
      path: ["trades", name],
      owner,
    })),
  ].flatMap(({ path, owner }) =>
    owner?.recording
      ? [{ path: [...path, "recording"], recording: owner.recording }]
      : [],
  );

export function* recordingFaults(content: Content) {
  for (const { path, recording } of recordingsIn(content)) {
    const { source, picture } = recording;
    const isLink = source.startsWith("https://");
    const at = [...path, "source"];
    if (isLink && picture === undefined)
      yield {
        path: at,
        sentence: "is a film elsewhere, so it needs a `picture` to press",
      };
    if (!isLink && !Object.hasOwn(content.recordings, source))
      yield { path: at, sentence: "is not in content/recordings/" };
  }
}

/** @returns the file of each recording that a page plays, by its address */
export function recordingsOf(
  content: Content,
  contentDir: string,
): Map<string, string> {
  const played = recordingsIn(content).map(({ recording }) => recording.source);
  const files = Object.entries(content.recordings).filter(([name]) =>
    played.includes(name),
  );
  return new Map(
    files.map(([name, src]) => [src, join(contentDir, "recordings", name)]),
  );
}
