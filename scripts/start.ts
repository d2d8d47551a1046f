/**
 * `npm start`: builds when the sources changed since the last build, then serves. `npm run worker`: sends what is due,
 * without the site, and builds as well, since mails have their words.
 */
import { endWithStarter } from "./end-with-starter.ts";
import { buildWhenStale } from "./stale-build.ts";

endWithStarter();
buildWhenStale();
await (process.argv[2] === "worker" ? import("../server/worker.ts") : import("../server/main.ts"));
