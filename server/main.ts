/** Starts the server: `node server/main.ts`. The compile cache has to be on before anything else is loaded. */
import { enableCompileCache } from "node:module";

enableCompileCache();
const { serve } = await import("./lifecycle/serve.ts");
await serve();
