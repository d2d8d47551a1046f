/** Runs `npm run content -- check`. */
import { runProgram } from "../server/settings/operator-error.ts";
import { checkContent } from "./content-folder.ts";

await runProgram(checkContent);
