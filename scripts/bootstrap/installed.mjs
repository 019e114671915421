import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./root.mjs";

const stampPath = join(root, "node_modules", ".counterfoil-lock");

/** What node_modules has to be made from: this lockfile, for this platform. */
async function wanted() {
  const lock = await readFile(join(root, "package-lock.json"));
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
}

/** True when node_modules holds what package-lock.json names, whether installed by us or by hand. */
export async function isInstalled() {
  const stamp = await readFile(stampPath, "utf8").catch(() => "");
  if (stamp === (await wanted())) return true;
  if (!(await matchesLockfile())) return false;
  await recordInstalled();
  return true;
}

/** Remembers that node_modules is complete. A folder that we may not write to is complete without it. */
export async function recordInstalled() {
  await writeFile(stampPath, await wanted()).catch(() => undefined);
}

/** Compares with what npm itself noted in node_modules, so that an install by hand is not done again. */
async function matchesLockfile() {
  const lock = await packagesOf(join(root, "package-lock.json"));
  const present = await packagesOf(join(root, "node_modules", ".package-lock.json"));
  if (lock === undefined || present === undefined) return false;
  const names = Object.keys(lock).filter((name) => name.includes("node_modules/"));
  return (
    names.every((name) => {
      const one = present[name];
      return one === undefined ? isLeftOut(lock[name]) : one.version === lock[name].version;
    }) && Object.keys(present).every((name) => name in lock)
  );
}

/**
 * True for a package that npm may rightly leave out here: an optional one that is not made for this platform by name. Which C
 * library it wants is not looked at.
 */
export function isLeftOut({ optional, os, cpu, libc }) {
  const made = (list, own) => list === undefined || list.includes(own);
  const forUs =
    (os ?? cpu) !== undefined && libc === undefined && made(os, process.platform) && made(cpu, process.arch);
  return Boolean(optional) && !forUs;
}

async function packagesOf(path) {
  try {
    return JSON.parse(await readFile(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}
