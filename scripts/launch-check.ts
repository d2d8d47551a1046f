/** `npm run launch-check`: builds where something changed, then says what is left to do before the site is public. */
import { launchCheck } from "./launch/launch-check.ts";
import { buildWhenStale } from "./stale-build.ts";

buildWhenStale();
await launchCheck();
