import { existsSync } from "node:fs";
import { access, constants, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isInstalled, isLeftOut, recordInstalled } from "./installed.mjs";
import { whileLocked } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

/**
 * Installs the packages unless node_modules matches package-lock.json. Concurrent starts install once.
 * @param {{ withTools: boolean }} wanted with the tools of developers, which the platform does not need to run
 */
export async function install({ withTools }) {
  if (await isInstalled(withTools)) return;
  await access(root, constants.W_OK).catch(() => {
    throw new Refusal(
      `The packages are not installed, and this user cannot write to ${root}. Start once as its owner ` +
        "(or run npm ci there), then again as yourself.",
    );
  });
  await whileLocked(join(root, ".counterfoil-installing"), async () => {
    if (await isInstalled(withTools)) return;
    await npmCi(withTools);
    await recordInstalled(withTools);
  });
}

async function npmCi(withTools) {
  const progress = await showProgress(withTools);
  const tools = withTools ? "--include=dev" : "--omit=dev";
  const { code, output } = await npm(["ci", "--no-audit", "--no-fund", tools, "--include=optional"]);
  progress.end(code === 0);
  if (code === null) throw new Refusal("Installing the packages was interrupted. Start again to complete it.");
  if (code !== 0) {
    const hint = /ENOSPC/.test(output)
      ? "The disk is full."
      : /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|network/i.test(output)
        ? "The package registry cannot be reached. Check the network and npm's registry and proxy settings."
        : /EACCES|EPERM/.test(output)
          ? `This user cannot write to ${join(root, "node_modules")}. Start as its owner, or remove it.`
          : "See the output of npm above.";
    throw new Refusal(`${errorsIn(output)}\n\nInstalling the packages failed. ${hint} Then start again.`);
  }
}

/** npm's errors, without the usage text that it adds to some. */
function errorsIn(output) {
  const lines = output.split("\n").filter((line) => line.startsWith("npm error"));
  const usage = lines.findIndex((line) => /^npm error (Usage:|Clean install a project)/.test(line));
  const errors = lines.slice(0, usage === -1 ? undefined : usage).filter((line) => line !== "npm error");
  return (errors.length > 0 ? errors : output.trim().split("\n")).slice(0, 30).join("\n");
}

/** On a terminal, one line that counts the packages; elsewhere a line at the start and at the end. */
async function showProgress(withTools) {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const folders = Object.entries(packages)
    .filter(([name, entry]) => name.includes("node_modules/") && !entry.link && !isLeftOut(entry, withTools))
    .map(([name]) => join(root, name));
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
  const terminal = process.stderr.isTTY;
  const text = `Installing ${folders.length} packages`;
  if (!terminal) console.error(`${text} (once; half a minute or so)`);
  const show = () => {
    // npm creates all folders first and fills them later. A package is complete when its manifest exists.
    const there = folders.filter((folder) => existsSync(join(folder, "package.json"))).length;
    process.stderr.write(`\r${text}: ${there} there, ${seconds()} `);
  };
  const timer = terminal ? setInterval(show, 250) : undefined;
  return {
    /** @param {boolean} worked */
    end(worked) {
      clearInterval(timer);
      if (worked)
        console.error(`${terminal ? "\r" : ""}Installed ${folders.length} packages in ${seconds()}          `);
      else if (terminal) console.error();
    },
  };
}
