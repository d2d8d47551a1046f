import { basename, join } from "node:path";
import { globSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const files = globSync("site/**/*.module.css", { cwd: import.meta.dirname }).toSorted();
const names = new Map<string, string[]>();

/** Two or three characters, since pages repeat the names often; the same in every build. */
function shortName(name: string, file: string): string {
  const inFile = names.getOrInsert(file, []);
  if (!inFile.includes(name)) inFile.push(name);
  const index = files.findIndex((known) => join(import.meta.dirname, known) === file);
  const letters = index < 26 ? [97 + index] : [122, 97 + index - 26];
  return String.fromCodePoint(...letters) + inFile.indexOf(name).toString(36);
}

export default defineConfig(({ command }) => ({
  plugins: [react()],
  appType: "custom",
  publicDir: false,
  // Bundled before the first page of `npm run dev`, which would otherwise load twice.
  optimizeDeps: { include: ["react", "react/jsx-dev-runtime", "react-dom", "react-dom/client", "lucide"] },
  css: {
    modules: {
      generateScopedName:
        command === "build" ? shortName : (name, file) => `${basename(file, ".module.css")}_${name}`,
    },
  },
}));
