import { randomUUID } from "node:crypto";
import { chown, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Replaces a JSON file atomically, readable only by its owner: a crash leaves the old or the new file. */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  await writeBeside(path, `${JSON.stringify(value, null, 2)}\n`, (next) => rename(next, path));
}

/** Creates a file, readable only by its owner. If two processes do this at the same time, the first wins. */
export async function writePrivateOnce(path: string, text: string): Promise<void> {
  await writeBeside(path, text, async (next) => {
    try {
      await link(next, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  });
}

/** Writes a whole file under a temporary name, then calls `place` to give it its final name. */
async function writeBeside(path: string, text: string, place: (next: string) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await giveToOwnerOf(dirname(made), made);
  const next = join(folder, `.${randomUUID()}.next`);
  try {
    await writeFile(next, text, { mode: 0o600, flush: true });
    await giveToOwnerOf(folder, next);
    await place(next);
  } finally {
    await rm(next, { force: true });
  }
}

/** The parsed content of the file; undefined if there is no file or it is not JSON. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Gives files that root creates to the owner of the folder, who may start without root the next time. */
async function giveToOwnerOf(folder: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(path, uid, gid);
}
