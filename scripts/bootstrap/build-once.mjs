import { spawn } from "node:child_process";
import { access, constants, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { whileLocked } from "./lock.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/**
 * Runs a build unless what is built was built from the same sources. Concurrent callers build once.
 * @param {object} build
 * @param {string} build.name what is built: "the dashboard"
 * @param {string} build.stamp the file that records the sources
 * @param {() => Promise<string>} build.sources a hash of everything that the build reads
 * @param {string[]} build.command the program and its arguments
 * @param {string} build.folder where it runs
 * @param {() => Promise<void>} [build.after] runs after a build
 */
export async function buildOnce({ name, stamp, sources, command, folder, after }) {
  const wanted = await sources();
  const isBuilt = async () => (await readFile(stamp, "utf8").catch(() => "")) === wanted;
  if (await isBuilt()) return;
  await access(root, constants.W_OK).catch(() => {
    throw new Refusal(
      `The sources of ${name} have changed, and this user cannot write to ${root}. Start once as its owner, then again as yourself.`,
    );
  });
  await whileLocked(join(root, ".counterfoil-installing"), async () => {
    if (await isBuilt()) return;
    const began = Date.now();
    console.error(`Building ${name}`);
    await run(command, { name, folder });
    await writeFile(stamp, wanted);
    await after?.();
    console.error(`Built ${name} in ${Math.round((Date.now() - began) / 1000)} s`);
  });
}

function run([program, ...words], { name, folder }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: folder,
      // Tests set another environment, with which React would be built for development, at twice the size.
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(undefined);
      else reject(new Refusal(`${output.trim()}\n\nBuilding ${name} failed.`));
    });
  });
}
