/**
 * Starts the agency's command line: `npm run leads -- <command>`. The compile cache has to be on before anything else is
 * loaded: with it a command starts in a third of the time.
 */
import { enableCompileCache } from "node:module";

enableCompileCache();
const { run } = await import("./program.ts");
await run();
