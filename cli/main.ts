#!/usr/bin/env node
/** Starts the command line, `npm run leads`. The compile cache, which is enabled first, saves two thirds of the time. */
import { keepCompiledCode } from "../server/configuration/compile-cache.ts";

keepCompiledCode();
const { run } = await import("./program.ts");
await run();
