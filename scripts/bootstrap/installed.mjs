import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./root.mjs";

const stampPath = join(root, "node_modules", ".counterfoil-lock");

/** What node_modules must match: this lockfile, for this platform. */
async function wanted() {
  const lock = await readFile(join(root, "package-lock.json"));
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
}

/** True if node_modules matches package-lock.json, however it was installed. */
export async function isInstalled() {
  const stamp = await readFile(stampPath, "utf8").catch(() => "");
  if (stamp === (await wanted())) return true;
  if (!(await matchesLockfile())) return false;
  await recordInstalled();
  return true;
}

/** Records that node_modules is complete. A read-only folder counts as complete without the record. */
export async function recordInstalled() {
  await writeFile(stampPath, await wanted()).catch(() => undefined);
}

/** Compares with npm's own record in node_modules, so that a manual install is not repeated. */
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
 * True for a package that npm may omit: an optional one whose name is for another platform. The C library is not checked.
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
