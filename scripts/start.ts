/** `npm start`: builds if sources changed, then serves, and reports the start in plain lines. */
import { endWithStarter } from "./end-with-starter.ts";
import { buildProgramWhenStale } from "./build/build-folder.ts";

endWithStarter();
buildProgramWhenStale();
await (await import("../server/lifecycle/serve.ts")).serve(true);
