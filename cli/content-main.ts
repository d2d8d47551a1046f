/** Runs `npm run content`. */
import { runProgram } from "../server/settings/operator-error.ts";
import { contentCommand } from "./content-folder.ts";

await runProgram(() => contentCommand.parseAsync());
