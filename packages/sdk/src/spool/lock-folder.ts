import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/**
 * Folders that this process has locked. After a restart in a container, another process may have had the same process
 * ID.
 */
const ours = new Set<string>();

/** Locks a folder for this process. Throws if another process has locked it. Takes over the lock of a dead process. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = resolve(folder, "lock");
  if (ours.has(path)) throw new Error(`${folder} is already open in this process.`);
  ours.add(path);
  try {
    await take(path);
  } catch (error) {
    ours.delete(path);
    throw error;
  }
  return async () => {
    await rm(path, { force: true });
    ours.delete(path);
  };
}

async function take(path: string): Promise<void> {
  const own = join(path, "..", `lock.${process.pid}`);
  await writeFile(own, String(process.pid));
  try {
    while (true) {
      try {
        // A link appears together with its content, so no reader finds a lock file without a process ID.
        return await link(own, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const holder = Number(await readFile(path, "utf8").catch(() => "0"));
      if (holder !== process.pid && isAlive(holder)) {
        throw new Error(`Process ${holder} has the spool open. Each process needs its own folder.`);
      }
      await rm(path, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
}

function isAlive(processId: number): boolean {
  if (processId <= 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
