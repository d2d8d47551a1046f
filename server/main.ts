/** Starts the server: `node server/main.ts`. The compile cache has to be on before anything else is loaded. */
import { keepCompiledCode } from "./configuration/compile-cache.ts";

keepCompiledCode();
const { serve } = await import("./lifecycle/serve.ts");
await serve();
