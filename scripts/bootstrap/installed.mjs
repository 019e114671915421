import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./root.mjs";

const stampPath = join(root, "node_modules", ".counterfoil-lock");

/** What node_modules must match: this lockfile, for this platform, with or without the tools of developers. */
async function wanted(withTools) {
  const lock = await readFile(join(root, "package-lock.json"));
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}${withTools ? " with tools" : ""}\n`;
}

/** True if node_modules matches package-lock.json, however it was installed. The tools may be there unasked. */
export async function isInstalled(withTools) {
  const stamp = await readFile(stampPath, "utf8").catch(() => "");
  if (stamp === (await wanted(true)) || (!withTools && stamp === (await wanted(false)))) return true;
  if (!(await matchesLockfile(withTools))) return false;
  await recordInstalled(withTools);
  return true;
}

/** Records that node_modules is complete. A read-only folder counts as complete without the record. */
export async function recordInstalled(withTools) {
  await writeFile(stampPath, await wanted(withTools)).catch(() => undefined);
}

/** Compares with npm's own record in node_modules, so that a manual install is not repeated. */
async function matchesLockfile(withTools) {
  const lock = await packagesOf(join(root, "package-lock.json"));
  const present = await packagesOf(join(root, "node_modules", ".package-lock.json"));
  if (lock === undefined || present === undefined) return false;
  const names = Object.keys(lock).filter((name) => name.includes("node_modules/"));
  return (
    names.every((name) => {
      const one = present[name];
      return one === undefined ? isLeftOut(lock[name], withTools) : one.version === lock[name].version;
    }) && Object.keys(present).every((name) => name in lock)
  );
}

/**
 * True for a package that npm may omit: a tool, or an optional one that is for another platform. The C library is not
 * checked.
 */
export function isLeftOut({ dev, optional, os, cpu, libc }, withTools) {
  if (dev === true && !withTools) return true;
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
