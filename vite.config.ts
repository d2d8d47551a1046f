/** How the site is bundled, for the build, `npm run dev` and Vitest alike. */
import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  appType: "custom",
  publicDir: false,
  // Known before the first page of `npm run dev`, so that it does not load twice.
  optimizeDeps: {
    include: ["react", "react/jsx-dev-runtime", "react-dom", "react-dom/client", "lucide"],
  },
  css: {
    // Readable in the browser's inspector, the same in every build, and short where it is repeated.
    modules: { generateScopedName: (name, file) => `${basename(file, ".module.css")}_${name}` },
  },
});
