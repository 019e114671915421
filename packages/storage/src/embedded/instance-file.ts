import { randomBytes } from "node:crypto";
import { access, constants, chown, mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "./exists.ts";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";

/** What the folder stores about its server, in `postgres.json`. Only its owner can read the file. */
export interface Instance {
  /** Identifies this installation where several share a folder, such as `/var/lib/counterfoil`. */
  readonly id: string;
  /** The superuser's password. Without it, the data cannot be opened, so it is stored before the data is created. */
  readonly password: string;
  /** The last port, tried first the next time. */
  readonly port: number | null;
  /** Where the data is, if not in the folder of this file. */
  readonly home: string | null;
}

export const instanceFileName = "postgres.json";

/** Reads the file. If it does not exist, returns a new instance, which is not written yet. */
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
      `Cannot read ${path} (${code}). It belongs to the user who started first. Start as that user, choose another ` +
        `data folder, ${useOwnServer}.`,
      { cause },
    );
  }
  try {
    return JSON.parse(text) as Instance;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${path} is damaged. Restore it from a backup, because it contains the password of the database.`,
      {
        cause,
      },
    );
  }
}

/** Replaces the file in one step, so that a crash leaves the old content or the new one. */
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

/** Gives a file that root created to the owner of its folder, who may start the server without root next time. */
export async function keepOwner(folder: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await chown(path, uid, gid);
}

/** Creates the folder with the owner of its parent folder. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true }).catch(async (error: NodeJS.ErrnoException) => {
    // On a read-only file system, a recursive mkdir reports a missing folder instead.
    if (error.code === "ENOENT") await access(await nearestFolder(folder), constants.W_OK);
    throw error;
  });
  if (first !== undefined) await keepOwner(dirname(first), first);
}

/** The folder itself, or the nearest one above it that exists. */
async function nearestFolder(folder: string): Promise<string> {
  return (await exists(folder)) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
