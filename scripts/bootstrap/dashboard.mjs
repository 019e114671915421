import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { whileLocked } from "./lock.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

const folder = join(root, "packages", "dashboard");
const stampPath = join(folder, "dist", ".built-from");

/**
 * Builds the dashboard unless what is built was built from these sources. Needs nothing but the packages that are installed.
 * @param {string} node the pinned one
 */
export async function buildDashboard(node) {
  // Without the dashboard's sources, only the API is served.
  if (!existsSync(join(folder, "vite.config.ts"))) return;
  const sources = await fingerprint();
  if (await isBuiltFrom(sources)) return;
  await whileLocked(join(root, ".counterfoil-installing"), async () => {
    if (await isBuiltFrom(sources)) return;
    const began = Date.now();
    console.error("Building the dashboard");
    await build(node);
    await writeFile(stampPath, sources);
    console.error(`Built the dashboard in ${Math.round((Date.now() - began) / 1000)} s`);
  });
}

async function isBuiltFrom(sources) {
  return (await readFile(stampPath, "utf8").catch(() => "")) === sources;
}

/** A hash of everything that the build reads, and of the packages that it uses. */
async function fingerprint() {
  const hash = createHash("sha256").update(await readFile(join(root, "package-lock.json")));
  for (const place of [join(folder, "src"), join(folder, "public"), join(root, "packages", "sdk", "src")]) {
    const entries = await readdir(place, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file.slice(root.length)).update(await readFile(file));
  }
  for (const name of ["index.html", "customer.html", "vite.config.ts"]) hash.update(await readFile(join(folder, name)));
  return `${hash.digest("hex")}\n`;
}

function build(node) {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  return new Promise((resolve, reject) => {
    const child = spawn(node, [vite, "build", "--logLevel", "warn"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Refusal(`${output.trim()}\n\nBuilding the dashboard failed.`));
    });
  });
}
