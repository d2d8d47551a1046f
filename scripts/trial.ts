/** `npm run trial`: says whether this version would run with the operator's store and content. */
import { buildProgramWhenStale } from "./build/build-folder.ts";

buildProgramWhenStale();
await import("../server/trial.ts");
