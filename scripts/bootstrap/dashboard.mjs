import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildOnce } from "./build-once.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { root } from "./root.mjs";

const folder = join(root, "packages", "dashboard");

/**
 * Builds the dashboard unless what is built was built from these sources. Needs nothing but the packages that are installed.
 * @param {string} node the pinned one
 */
export async function buildDashboard(node) {
  // Without the dashboard's sources, only the API is served.
  if (!existsSync(join(folder, "vite.config.ts"))) return;
  const own = ["index.html", "customer.html", "vite.config.ts"].map((name) => join(folder, name));
  await buildOnce({
    name: "the dashboard",
    stamp: join(folder, "dist", ".built-from"),
    sources: () =>
      fingerprint(
        [join(folder, "src"), join(folder, "public"), join(root, "packages", "sdk", "src")],
        [import.meta.filename, ...own],
      ),
    command: [node, join(root, "node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "warn"],
    folder,
  });
}
