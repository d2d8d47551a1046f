/** `npm run launch-check`: builds if something changed, then lists the steps left before the site is public. */
import { launchCheck } from "./launch/launch-check.ts";
import { buildWhenStale } from "./stale-build.ts";

buildWhenStale();
await launchCheck();
