import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const root = join(import.meta.dirname, "../..");
const LOCK = "package-lock.json";

/** A release as users install it. */
export interface PackedRelease {
  /** The commit, or `working copy`. */
  readonly ref: string;
  /** The path of the program `counterfoil`. */
  readonly program: string;
}

/**
 * The release to upgrade from, if none is given: the newest tag before this commit. Until there is one, the state of
 * twenty changes ago.
 */
export function previousRelease(): string {
  try {
    return git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
  } catch {
    return git("rev-list", "--first-parent", "--skip=20", "--max-count=1", "HEAD");
  }
}

/** Builds the package of a tag or commit from its sources and its lockfile, and installs it in the folder. */
export function packRelease(ref: string, folder: string): PackedRelease {
  const commit = git("rev-parse", "--short", `${ref}^{commit}`);
  const source = join(folder, "source");
  git("worktree", "add", "--detach", "--force", source, commit);
  try {
    // With the same lockfile, the installed packages are the same. Links are enough, because a build only reads them.
    if (readFileSync(join(source, LOCK), "utf8") === readFileSync(join(root, LOCK), "utf8")) linkPackages(source);
    return { ref: commit, program: installPackage(buildPackage(source), folder) };
  } finally {
    git("worktree", "remove", "--force", source);
  }
}

/** The same for the working copy. */
export function packWorkingCopy(folder: string): PackedRelease {
  return { ref: "working copy", program: installPackage(buildPackage(root), folder) };
}

function linkPackages(source: string): void {
  try {
    execFileSync("cp", ["-al", join(root, "node_modules"), join(source, "node_modules")], { stdio: "pipe" });
  } catch {
    // On another file system, the build installs them.
    rmSync(join(source, "node_modules"), { recursive: true, force: true });
  }
}

/** Returns the path of the tarball. */
function buildPackage(source: string): string {
  const build = join(source, "build");
  for (const name of existsSync(build) ? readdirSync(build) : []) {
    if (name.endsWith(".tgz")) rmSync(join(build, name));
  }
  npm(["run", "build:package"], source);
  const tarball = readdirSync(build).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`npm run build:package left no tarball in ${build}`);
  return join(build, tarball);
}

function installPackage(tarball: string, folder: string): string {
  const installed = join(folder, "installed");
  mkdirSync(installed, { recursive: true });
  cpSync(tarball, join(folder, "counterfoil.tgz"));
  npm(["install", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "../counterfoil.tgz"], installed);
  return join(installed, "node_modules/counterfoil/bin/counterfoil.mjs");
}

function npm(words: readonly string[], folder: string): void {
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter), NO_COLOR: "1" };
  try {
    // The option wins over the folder of the npm that runs us.
    execFileSync("npm", ["--prefix", folder, ...words], { cwd: folder, env, stdio: "pipe", encoding: "utf8" });
  } catch (cause) {
    const { stdout = "", stderr = "" } = cause as { stdout?: string; stderr?: string };
    throw new Error(`npm ${words.join(" ")} failed in ${folder}:\n${(stdout + stderr).slice(-3_000)}`, { cause });
  }
}

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
}
