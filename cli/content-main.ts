/** `npm run content`. */
import { runContent } from "./content-folder.ts";

await runContent();
