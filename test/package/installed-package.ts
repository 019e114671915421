import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, chmodSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = join(import.meta.dirname, "../..");

/** Only what a shell has, so that nothing of the repository or of the test run reaches the package. */
const environment = { PATH: process.env["PATH"], HOME: process.env["HOME"], NO_COLOR: "1" };

export interface RunningPackage {
  readonly url: string;
  readonly apiKey: string;
  /** Stops it with SIGTERM, and returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Builds the package and installs its tarball in an empty folder. Returns the folder. */
export function installPackage(): string {
  const tarball = execFileSync(process.execPath, [join(root, "scripts/package.mjs")], { encoding: "utf8" }).trim();
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-package-"));
  chmodSync(folder, 0o755);
  // npm keeps its environment, which may name the registry and its certificates. The option wins over the folder of a
  // surrounding `npm test`.
  const words = [
    "install",
    tarball,
    "--prefix",
    folder,
    "--prefer-offline",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
  ];
  execFileSync("npm", words, { cwd: folder, stdio: "pipe" });
  return folder;
}

/** Runs a command of the installed package. */
export function runPackage(folder: string, ...words: readonly string[]): ChildProcess {
  const program = join(folder, "node_modules/counterfoil/bin/counterfoil.mjs");
  return spawn(process.execPath, [program, ...words], { cwd: folder, env: environment, stdio: "pipe" });
}

export async function startPackage(folder: string): Promise<RunningPackage> {
  const child = runPackage(folder, "start", "--empty", "--port", "0");
  let output = "";
  child.stdout?.on("data", (chunk) => (output += String(chunk)));
  child.stderr?.on("data", (chunk) => (output += String(chunk)));
  while (!output.includes("Ctrl-C")) {
    if (child.exitCode !== null) throw new Error(`The start ended with ${child.exitCode}:\n${output}`);
    await sleep(50);
  }
  const { url, apiKey } = JSON.parse(readFileSync(join(folder, ".counterfoil/started.json"), "utf8")) as RunningPackage;
  return {
    url,
    apiKey,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      return ((await ended) as [number | null])[0];
    },
  };
}
