/** `npm start`: builds when sources changed, then serves. `npm run worker` builds, too: mails have content. */
import { endWithStarter } from "./end-with-starter.ts";
import { buildWhenStale } from "./stale-build.ts";

endWithStarter();
buildWhenStale();
await (process.argv[2] === "worker" ? import("../server/worker.ts") : import("../server/main.ts"));
