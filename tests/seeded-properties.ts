/** Gives every property of a test file the seed of the run. */
import fc from "fast-check";
import { inject } from "vitest";

fc.configureGlobal(inject("properties"));
