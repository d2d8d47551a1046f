/** Runs `npm run content -- check`. */

import {
  OperatorError,
  runProgram,
} from "../server/settings/operator-error.ts";
import { checkFolder } from "./content-folder.ts";

await runProgram(async () => {
  if (process.argv.slice(2).join(" ") !== "check")
    throw new OperatorError("There is one command: npm run content -- check");
  await checkFolder();
});
