import { serve } from "./lifecycle/serve.ts";

await serve();
