/** `npm run trial`: whether this version would run with your store and content. Builds when sources changed. */
import { buildProgramWhenStale } from "./build/build-folder.ts";

buildProgramWhenStale();
await import("../server/trial.ts");
