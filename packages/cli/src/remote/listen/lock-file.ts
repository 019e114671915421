import { readFile, rm } from "node:fs/promises";
import { writePrivateOnce } from "../../start/private-file.ts";

/** Attempts to replace the lock of a process that has ended. Another process may be doing the same. */
const ATTEMPTS = 5;

/** Takes the lock, or names the process that holds it. The lock of a process that has ended is replaced. */
export async function lockFile(path: string): Promise<{ release(): Promise<void> } | { holder: number }> {
  for (let attempt = 0; ; attempt += 1) {
    await writePrivateOnce(path, String(process.pid));
    const holder = Number(await readFile(path, "utf8").catch(() => "0"));
    if (holder === process.pid) return { release: () => rm(path, { force: true }) };
    if (isRunning(holder) || attempt === ATTEMPTS) return { holder };
    await rm(path, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
