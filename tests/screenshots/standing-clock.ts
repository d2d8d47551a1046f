/** Loaded into the site before its own code (`node --import`): its clock stands where a file says. */
import { readFileSync } from "node:fs";

const file = new URL(import.meta.url).searchParams.get("file") ?? "";
Date.now = () => Number(readFileSync(file, "utf8"));
