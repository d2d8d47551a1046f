import { globSync } from "node:fs";
import { basename, join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const files = globSync("site/**/*.module.css", {
  cwd: import.meta.dirname,
}).toSorted();
const namesByFile = new Map<string, string[]>();

/**
 * Two or three characters, since pages repeat the
 * name often. Each build makes the same names.
 */
function shortName(name: string, file: string): string {
  const inFile = namesByFile.getOrInsert(file, []);
  if (!inFile.includes(name)) inFile.push(name);
  const index = files.findIndex(
    (known) => join(import.meta.dirname, known) === file,
  );
  // A letter stands for the file or, from the 27th file on, `z` and a letter.
  const codePoints = index < 26 ? [97 + index] : [122, 97 + index - 26];
  return (
    String.fromCodePoint(...codePoints) + inFile.indexOf(name).toString(36)
  );
}

export default defineConfig(({ command }) => ({
  plugins: [react()],
  appType: "custom",
  publicDir: false,
  // If Vite did not bundle these in advance, the
  // first page of `npm run dev` would load twice.
  optimizeDeps: {
    include: [
      "react",
      "react/jsx-dev-runtime",
      "react-dom",
      "react-dom/client",
      "lucide",
    ],
  },
  css: {
    modules: {
      generateScopedName:
        command === "build"
          ? shortName
          : (name, file) => `${basename(file, ".module.css")}_${name}`,
    },
  },
}));
