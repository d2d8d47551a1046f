/** `npm start`: builds when sources changed, then serves. `npm run worker` builds, too: mails have content. */
import { endWithStarter } from "./end-with-starter.ts";
import { buildWhenStale } from "./build/build-folder.ts";

endWithStarter();
buildWhenStale();
await (process.argv[2] === "worker" ? import("../server/worker.ts") : import("../server/main.ts"));
