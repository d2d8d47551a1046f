/** `npm run worker`: sends what is owed, without the site. Builds first when the sources changed: mails have their words. */
import { buildWhenStale } from "./stale-build.ts";

buildWhenStale();
await import("../server/worker.ts");
