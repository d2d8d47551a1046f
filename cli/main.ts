/** Starts the command line, `npm run leads`. The compile cache, which is enabled first, saves two thirds of the time. */
import { enableCompileCache } from "node:module";

enableCompileCache();
const { run } = await import("./program.ts");
await run();
