import { randomBytes } from "node:crypto";
import { chown, mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";

/** What the folder remembers about its server, in `postgres.json`, readable by its owner only. */
export interface Instance {
  /** Names this installation where several share a place, as under `/var/lib/counterfoil`. */
  readonly id: string;
  /** The superuser's password. Lost, the data cannot be opened: it is written before the data exists. */
  readonly password: string;
  /** The port last used, tried first the next time. */
  readonly port: number | null;
  /** Where the data is when it is not beside this file. */
  readonly home: string | null;
}

export const instanceFileName = "postgres.json";

/** Reads what the folder remembers, and begins a new memory (not yet written) where there is none. */
export async function readInstance(folder: string): Promise<Instance> {
  const path = join(folder, instanceFileName);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT") {
      const id = randomBytes(8).toString("hex");
      return { id, password: randomBytes(24).toString("base64url"), port: null, home: null };
    }
    throw new EmbeddedPostgresError(
      `Cannot read ${path} (${code}). It belongs to whoever started first: start as the same user, choose another ` +
        `data folder, ${useOwnServer}.`,
      { cause },
    );
  }
  try {
    return JSON.parse(text) as Instance;
  } catch (cause) {
    throw new EmbeddedPostgresError(`${path} is damaged. Restore it from a backup: it holds the database's password.`, {
      cause,
    });
  }
}

/** Replaces the memory in one step, so that a crash leaves the old one or the new one. */
export async function writeInstance(folder: string, instance: Instance): Promise<void> {
  const path = join(folder, instanceFileName);
  const next = `${path}.next`;
  const file = await open(next, "w", 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(`${JSON.stringify(instance, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await keepOwner(folder, next);
  await rename(next, path);
}

/** Gives a file that root made to the owner of its folder, who may start without root the next time. */
export async function keepOwner(folder: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(path, uid, gid);
}

/** Makes the folder, owned like the one it is made in. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first !== undefined) await keepOwner(dirname(first), first);
}
