import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The API address for development (`npm run dev --workspace packages/dashboard`). */
const api = process.env["COUNTERFOIL_URL"] ?? "http://localhost:8787";
const API_PATHS = String.raw`^/(?!app/|@|src/|node_modules/)`;

/** Modules of many pages, in a few files instead of many small ones. */
const GROUPS = [
  // What the pages of a company's own people and those of its customers begin with, such as React.
  { name: "begin", tags: ["$initial"], minShareCount: 2, priority: 5 },
  // Everything else that the dashboard begins with, except its own frame. Without it, other pages would import these modules
  // from the script of the dashboard, and so start the dashboard.
  {
    name: "frame",
    tags: ["$initial"],
    test: /node_modules\/|dashboard\/src\/(?!main|customer|app\/|pages\/)/,
    priority: 4,
  },
  { name: "charts", test: /node_modules\/(d3-|internmap)|dashboard\/src\/charts\//, minShareCount: 2, priority: 3 },
  {
    name: "lists",
    test: /node_modules\/@tanstack\/(react-virtual|virtual-core)|dashboard\/src\/list\//,
    minShareCount: 8,
    priority: 2,
  },
  { name: "overlays", test: /node_modules\/(?!@tanstack|lucide)/, minShareCount: 8, priority: 2 },
  {
    name: "figures",
    test: /dashboard\/src\/(design\/segments|pages\/home\/(use-|period|reported-total|ageing-bands|attention-|setup-queries))/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: "shared",
    test: /node_modules\/|dashboard\/src\/(design|format|loading|named|routing|server)\//,
    minShareCount: 8,
    priority: 1,
  },
];

export default defineConfig({
  base: "/app/",
  plugins: [react(), tailwind(), compressed()],
  build: {
    target: "es2023",
    rollupOptions: {
      input: { dashboard: "index.html", customer: "customer.html" },
      output: { codeSplitting: { groups: GROUPS, includeDependenciesRecursively: false } },
    },
    chunkSizeWarningLimit: 400,
  },
  server: { proxy: { [API_PATHS]: { target: api, changeOrigin: false } } },
});

/** Writes a .gz and a .br file next to each text file, so that the server need not compress. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    async writeBundle({ dir = "dist" }) {
      const files = await readdir(dir, { recursive: true });
      await Promise.all(
        files
          .filter((file) => /\.(js|css|html|svg)$/.test(file))
          .map(async (file) => {
            const bytes = await readFile(join(dir, file));
            await writeFile(join(dir, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
            await writeFile(join(dir, `${file}.br`), await promisify(brotliCompress)(bytes));
          }),
      );
    },
  };
}
