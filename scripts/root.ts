import { fileURLToPath } from "node:url";

/** The project's folder, absolute. */
export const root = fileURLToPath(new URL("..", import.meta.url));
