import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { root } from "../../bootstrap/root.mjs";

/**
 * The named files, or those that differ from the last commit, as paths from the root. A file that is gone is left out.
 * @param {string[]} named
 * @returns {string[]}
 */
export function changedFiles(named) {
  const paths =
    named.length > 0
      ? named.map((path) => relative(root, resolve(path)))
      : [...git("diff", "--name-only", "HEAD"), ...git("ls-files", "--others", "--exclude-standard")];
  const missing = named.filter((path) => !existsSync(resolve(path)));
  if (missing.length > 0) {
    console.error(`There is no file ${missing.join(", ")}`);
    process.exit(2);
  }
  return paths.filter((path) => existsSync(join(root, path)));
}

/** @param {string[]} argumentList */
function git(...argumentList) {
  const { status, stdout, stderr } = spawnSync("git", argumentList, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${argumentList.join(" ")} failed: ${stderr.trim()}`);
  return stdout.split("\n").filter((line) => line !== "");
}
