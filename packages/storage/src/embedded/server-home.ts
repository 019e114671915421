import { chmod, cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";
import { exists } from "./exists.ts";
import type { Instance } from "./instance-file.ts";
import { canReach, serverUser, type ServerUser } from "./server-user.ts";

/** Where a server runs: its programs, its user, and the folder with its data. */
export interface ServerHome {
  readonly binaries: PostgresBinaries;
  readonly user: ServerUser | undefined;
  /** Contains the data folder and the claim on it. */
  readonly folder: string;
  readonly dataFolder: string;
}

const systemHome = "/var/lib/counterfoil";

/**
 * Decides where the server runs: in the folder of the instance file. If we are root and the user that runs PostgreSQL
 * cannot enter that folder, such as below a home directory or in a `mktemp -d` folder, programs and data are in
 * /var/lib/counterfoil instead.
 */
export async function chooseHome(
  folder: string,
  instance: Instance,
  binaries: PostgresBinaries,
  onProgress: (line: string) => void,
): Promise<ServerHome> {
  const remembered = instance.home ?? folder;
  const existing = (await exists(dataIn(remembered))) ? dataIn(remembered) : undefined;
  const user = serverUser(existing);
  const here: ServerHome = { binaries, user, folder: remembered, dataFolder: dataIn(remembered) };
  if (user === undefined || canReach(user, join(binaries.folder, "postgres"), remembered)) return here;
  try {
    const reachable = await copyOut(binaries);
    if (existing !== undefined && canReach(user, join(reachable.folder, "postgres"), remembered)) {
      return { ...here, binaries: reachable };
    }
    const away = join(systemHome, instance.id);
    await mkdir(away, { recursive: true, mode: 0o755 });
    onProgress(
      `The database is stored in ${away} because PostgreSQL runs as ${user.name}, who cannot access ${folder}`,
    );
    return { binaries: reachable, user, folder: away, dataFolder: dataIn(away) };
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause;
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, ${user.name} cannot access ${folder}, and ${systemHome} cannot be used ` +
        `instead (${(cause as Error).message}). Start as an ordinary user, use a folder that every user can access, ` +
        `${useOwnServer}.`,
      { cause },
    );
  }
}

function dataIn(home: string): string {
  return join(home, "postgres");
}

/** Copies the programs to a folder that every user can read, once per version, completely or not at all. */
async function copyOut(binaries: PostgresBinaries): Promise<PostgresBinaries> {
  if (binaries.copyable === undefined) return binaries;
  const target = join(systemHome, `postgresql-${binaries.copyable.version}`);
  if (!(await exists(target))) {
    await mkdir(systemHome, { recursive: true, mode: 0o755 });
    const copying = `${target}.copying-${process.pid}`;
    await cp(binaries.copyable.root, copying, { recursive: true, verbatimSymlinks: true });
    await makeReadable(copying);
    // If a concurrent start has finished the same copy first, that copy is used.
    await rename(copying, target).catch(() => rm(copying, { recursive: true, force: true }));
  }
  return { folder: join(target, "bin") };
}

/** Lets every user read the folder's content, regardless of the umask at installation. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
