/** `npm run content`. */
import { runProgram } from "../server/settings/operator-error.ts";
import { runContent } from "./content-folder.ts";

await runProgram(runContent);
