/** `npm run launch-check`: builds if something changed, then lists the steps left before the site is public. */
import { launchCheck } from "./launch/launch-check.ts";
import { buildWhenStale } from "./build/build-folder.ts";
import { runProgram } from "../server/settings/operator-error.ts";

buildWhenStale();
await runProgram(launchCheck);
