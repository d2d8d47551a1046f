/** The files of the client build, by URL. */
import * as v from "valibot";
import { ROUTES } from "../contract/routes.ts";

export const AssetsSchema = v.object({
  entry: v.string(),
  /** The SVG itself: it is smaller than the headers of an answer. */
  icon: v.string(),
  /** The files of the display font: the one that every page needs, then those that a page with some of its letters needs. */
  fonts: v.array(v.object({ url: v.string(), letters: v.string() })),
  /** For the browser's own bars. */
  themeColor: v.string(),
  /** Those of all pages, then those of some. `file`: where a page opened inside the app finds them. */
  styles: v.array(v.object({ file: v.string(), text: v.string() })),
  apiUrl: v.string(),
  /** The words of each whole page, for a visit inside the app, and the conversations of the demo. */
  contentFiles: v.object(v.entriesFromList([...ROUTES.map(({ name }) => name), "demos"], v.string())),
});

export type Assets = v.InferOutput<typeof AssetsSchema>;
