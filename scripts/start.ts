/**
 * `npm start`: builds when sources changed, then serves. A person reads its first lines, even through a pipe. `npm run
 * worker` builds, too: mails have content.
 */
import { endWithStarter } from "./end-with-starter.ts";
import { buildWhenStale } from "./build/build-folder.ts";
import { keepCompiledCode } from "../server/configuration/compile-cache.ts";

endWithStarter();
buildWhenStale();
keepCompiledCode();
if (process.argv[2] === "worker") await import("../server/worker.ts");
else await (await import("../server/lifecycle/serve.ts")).serve(true);
