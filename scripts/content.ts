/** `npm run content`. */
import { runContent } from "./content/content.ts";

await runContent();
