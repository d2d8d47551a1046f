/**
 * `npm start`: builds if sources changed, then
 * serves the site. Logs for people, not as JSON.
 */

import { buildProgramWhenStale } from "./build/build-folder.ts";
import { endWithStarter } from "./end-with-starter.ts";

endWithStarter();
buildProgramWhenStale();
await (await import("../server/lifecycle/serve.ts")).serve(true);
