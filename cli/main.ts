#!/usr/bin/env node
/** Starts the command line, `npm run leads`. */
import { run } from "./program.ts";

await run();
