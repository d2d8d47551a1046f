/** `npm run trial`: whether this version would run with your store and content. */
import { buildProgramWhenStale } from "./build/build-folder.ts";

buildProgramWhenStale();
await import("../server/trial.ts");
