import { chmod, cp, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";
import { exists } from "./exists.ts";
import type { Instance } from "./instance-file.ts";
import { canReach, serverUser, type ServerUser } from "./server-user.ts";

/** Where one server lives: what it runs, as whom, and the folder that holds its data. */
export interface ServerHome {
  readonly binaries: PostgresBinaries;
  readonly user: ServerUser | undefined;
  /** Holds the data folder and the claim on it. */
  readonly folder: string;
  readonly dataFolder: string;
}

const systemHome = "/var/lib/counterfoil";

/**
 * Decides where the server lives: beside the instance file, unless we are root and the user that PostgreSQL then runs as
 * cannot get there, as below a home or a `mktemp -d` folder. Then programs and data live under /var/lib/counterfoil.
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
    onProgress(`The database lives in ${away}: PostgreSQL runs as ${user.name}, who cannot reach ${folder}`);
    return { binaries: reachable, user, folder: away, dataFolder: dataIn(away) };
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError) throw cause;
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root; ${user.name} cannot reach ${folder}, and ${systemHome} cannot be used ` +
        `instead (${(cause as Error).message}). Start as an ordinary user, move to a folder that everybody can enter, ` +
        `${useOwnServer}.`,
      { cause },
    );
  }
}

function dataIn(home: string): string {
  return join(home, "postgres");
}

/** Copies the programs to where everybody can read them, once for each version, complete or not at all. */
async function copyOut(binaries: PostgresBinaries): Promise<PostgresBinaries> {
  if (binaries.copyable === undefined) return binaries;
  const target = join(systemHome, `postgresql-${binaries.copyable.version}`);
  if (!(await exists(target))) {
    await mkdir(systemHome, { recursive: true, mode: 0o755 });
    const copying = `${target}.copying-${process.pid}`;
    await cp(binaries.copyable.root, copying, { recursive: true, verbatimSymlinks: true });
    await makeReadable(copying);
    // Another start may have finished the same copy first: theirs is as good.
    await rename(copying, target).catch(() => rm(copying, { recursive: true, force: true }));
  }
  return { folder: join(target, "bin") };
}

/** Lets everybody read what is in the folder, whatever the umask of the one who installed it. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
