/** Runs `npm run content`. */
import { runProgram } from "../server/settings/operator-error.ts";
import { program } from "./content-folder.ts";

await runProgram(() => program.parseAsync());
