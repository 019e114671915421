import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Runs `astro build`. Fails with its output if it fails. */
export async function runAstro(site: string): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve("astro/package.json");
  const program = join(dirname(manifest), "bin/astro.mjs");
  const child = spawn(process.execPath, [program, "build", "--silent"], {
    cwd: site,
    // Tests set BASE_URL, which Astro would take for the base of the links.
    env: { ...process.env, BASE_URL: undefined, NODE_ENV: "production", ASTRO_TELEMETRY_DISABLED: "1", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`Building the site failed:\n${output}`);
}
