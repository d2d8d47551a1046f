/** `npm start`: builds when sources changed, then serves; it prints its first lines for a person. */
import { endWithStarter } from "./end-with-starter.ts";
import { buildProgramWhenStale } from "./build/build-folder.ts";

endWithStarter();
buildProgramWhenStale();
await (await import("../server/lifecycle/serve.ts")).serve(true);
