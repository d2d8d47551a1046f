/** Runs `npm run content -- check`. */
import { runProgram } from "../server/settings/operator-error.ts";
import { checkFolder } from "./content-folder.ts";

await runProgram(checkFolder);
