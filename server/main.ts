/** Starts the server: `node server/main.ts`. */
import { serve } from "./lifecycle/serve.ts";

await serve();
