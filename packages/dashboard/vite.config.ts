import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Where the API answers while the dashboard is worked on (`npm run dev --workspace packages/dashboard`). */
const api = process.env["COUNTERFOIL_URL"] ?? "http://localhost:8787";
const API_PATHS = String.raw`^/(?!app/|@|src/|node_modules/)`;

export default defineConfig({
  base: "/app/",
  plugins: [react(), tailwind(), compressed()],
  build: {
    target: "es2023",
    rollupOptions: { input: { dashboard: "index.html", customer: "customer.html" } },
    chunkSizeWarningLimit: 400,
  },
  server: { proxy: { [API_PATHS]: { target: api, changeOrigin: false } } },
});

/** Each text file beside itself as .gz and .br, so that the server only has to choose. */
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
