/** `npm run worker`: sends what is due, without the site. Builds first when the sources changed: mails have their words. */
import { endWithStarter } from "./end-with-starter.ts";
import { buildWhenStale } from "./stale-build.ts";

endWithStarter();
buildWhenStale();
await import("../server/worker.ts");
