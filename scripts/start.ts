/**
 * `npm start`: builds if sources changed, then
 * serves the site. Logs for people, not as JSON.
 */
import { endWithStarter } from "./end-with-starter.ts";
import { buildProgramWhenStale } from "./build/build-folder.ts";

endWithStarter();
buildProgramWhenStale();
await (await import("../server/lifecycle/serve.ts")).serve(true);
