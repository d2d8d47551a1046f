/** The files of the client build, by URL. */
import * as v from "valibot";

export const AssetsSchema = v.object({
  entry: v.string(),
  /** The SVG itself, which is smaller than the headers of a response. */
  icon: v.string(),
  /** Files of the display font: the one for every page, then those for pages with some of their letters. */
  fonts: v.array(v.object({ url: v.string(), letters: v.string() })),
  /** For the browser's own toolbars. */
  themeColor: v.string(),
  /** Styles of all pages, then of some. `file`: the URL for a page opened inside the app. */
  styles: v.array(v.object({ file: v.string(), text: v.string() })),
  apiUrl: v.string(),
  /** The content of each whole page, for navigation inside the app, and the conversations of the demo: `*` stands for the name. */
  contentFiles: v.string(),
});

export type Assets = v.InferOutput<typeof AssetsSchema>;
