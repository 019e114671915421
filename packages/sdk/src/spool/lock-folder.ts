import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** Folders that this process has locked: after a restart in a container the same process id may be somebody else's. */
const ours = new Set<string>();

/** Takes a folder for this process, or throws while another has it. A lock of a process that is gone is taken over. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = resolve(folder, "lock");
  if (ours.has(path)) throw new Error(`${folder} is open in this process already.`);
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
        // A link appears with its content: no reader finds a lock without a number.
        return await link(own, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const holder = Number(await readFile(path, "utf8").catch(() => "0"));
      if (holder !== process.pid && isAlive(holder)) {
        throw new Error(`The process ${holder} has the spool open; each process needs a folder of its own.`);
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
