/** `npm start`: builds when the sources changed since the last build, then serves. */
import { endWithStarter } from "./end-with-starter.ts";
import { buildWhenStale } from "./stale-build.ts";

endWithStarter();
buildWhenStale();
await import("../server/main.ts");
