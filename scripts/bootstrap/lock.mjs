import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds without a touch after which a lock's holder counts as dead. */
const patience = 15_000;

/**
 * Does the work while holding a lock that is a folder, for making a folder is atomic. Waits while a living process holds it;
 * takes it over from one that is gone.
 * @param {string} folder
 * @param {() => Promise<void>} work
 */
export async function whileLocked(folder, work) {
  let told = false;
  while (!(await tryLock(folder))) {
    if (await isStale(folder)) {
      await moveAside(folder);
      continue;
    }
    if (!told) console.error("Another start is installing packages or building; waiting for it");
    told = true;
    await sleep(200);
  }
  const touch = setInterval(() => void utimes(folder, new Date(), new Date()).catch(() => undefined), 2_000);
  try {
    await work();
  } finally {
    clearInterval(touch);
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryLock(folder) {
  try {
    await mkdir(folder);
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
  await writeFile(join(folder, "owner.json"), JSON.stringify({ pid: process.pid, host: hostname() }));
  return true;
}

/** A holder on this machine is checked directly; another machine's (a shared folder) by its last touch. */
async function isStale(folder) {
  const touched = await stat(folder).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
  if (touched === undefined) return false;
  const owner = await readFile(join(folder, "owner.json"), "utf8")
    .then(JSON.parse)
    .catch(() => undefined);
  if (owner?.host === hostname() && !isAlive(owner.pid)) return true;
  return Date.now() - touched > patience;
}

/** If several processes find the lock stale, only one can rename it. A new lock that was moved by mistake is put back. */
async function moveAside(folder) {
  const aside = `${folder}.stale-${process.pid}`;
  await rename(folder, aside).catch(() => undefined);
  if (!(await isStale(aside))) await rename(aside, folder).catch(() => undefined);
  await rm(aside, { recursive: true, force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
