/** `npm start`: builds when the sources changed since the last build, then serves. */
import { buildWhenStale } from "./stale-build.ts";

buildWhenStale();
await import("../server/main.ts");
