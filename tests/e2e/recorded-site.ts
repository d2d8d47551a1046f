/** A site whose dispatch board has a recorded call. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPictures } from "../../server/content/pictures.ts";
import { content } from "../content.ts";
import { recordedCall } from "../fakes/recorded-call.ts";
import { newFolder } from "../machine/new-folder.ts";
import { renderAnew } from "./other-content.ts";

const captions = [
  { from: 0, text: "Thanks for calling." },
  { from: 3, text: "Our furnace quit." },
];
export const recording = { label: "Hear the 7:02 PM call", file: "call.wav", captions };

/** Its call is long enough for a slow driver to pause it. @returns the site's environment */
export function recordedSite(): { DIST_DIR: string } {
  const [dist, pictures] = [newFolder(), newFolder()];
  writeFileSync(join(pictures, "call.wav"), recordedCall(6));
  const own = {
    ...content,
    board: { ...content.board, recording },
    pictures: readPictures(pictures).pictures,
  };
  renderAnew(dist, { content: own }, pictures);
  return { DIST_DIR: dist };
}
