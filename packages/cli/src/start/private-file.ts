import { randomUUID } from "node:crypto";
import { chown, link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Replaces a JSON file in one step, readable by its owner only: a crash leaves the old one or the new one. */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  await writeBeside(path, `${JSON.stringify(value, null, 2)}\n`, (next) => rename(next, path));
}

/** Writes a file that is not there yet, readable by its owner only. Of two that do so at once the first wins. */
export async function writePrivateOnce(path: string, text: string): Promise<void> {
  await writeBeside(path, text, async (next) => {
    try {
      await link(next, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  });
}

/** Writes a whole file under another name and has it put in its place. */
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

/** What the file holds; undefined when there is none or it is not JSON. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** What root makes belongs to the owner of the folder, who may start without root the next time. */
async function giveToOwnerOf(folder: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(path, uid, gid);
}
