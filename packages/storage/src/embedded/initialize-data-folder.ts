import { spawn } from "node:child_process";
import { chown, lchown, lstat, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { majorVersionOf } from "./binaries.ts";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";
import { exists } from "./exists.ts";
import { explainFailure } from "./explain-failure.ts";
import type { ServerHome } from "./server-home.ts";
import { spawnAs, type ServerUser } from "./server-user.ts";

/** The name of the superuser and of the database. */
export const ownerName = "counterfoil";

/**
 * Creates the data folder if it does not exist. It is created under another name and renamed when complete, so that a
 * half-finished folder after a crash is never taken for a database.
 *
 * @param isDurable whether to wait until the disk has the folder. A server without `fsync` would not wait later either
 */
export async function initializeDataFolder(
  home: ServerHome,
  { password, isDurable }: { readonly password: string; readonly isDurable: boolean },
  onProgress: (line: string) => void,
): Promise<void> {
  if (await exists(join(home.dataFolder, "PG_VERSION"))) {
    if (home.user !== undefined) await takeFromRoot(home.dataFolder, home.user);
    return;
  }
  if (await exists(home.dataFolder)) {
    throw new EmbeddedPostgresError(
      `${home.dataFolder} exists but contains no PostgreSQL data. Move it away and start again, ${useOwnServer}.`,
    );
  }
  onProgress("Preparing the database (once)");
  const making = `${home.dataFolder}.making`;
  const passwordFile = `${home.dataFolder}.password`;
  await rm(making, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  try {
    await mkdir(making, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (home.user !== undefined) {
      await chown(making, home.user.uid, home.user.gid);
      await chown(passwordFile, home.user.uid, home.user.gid);
    }
    await runInitdb(home, making, { passwordFile, isDurable });
    await rename(making, home.dataFolder);
    await syncFolder(dirname(home.dataFolder));
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Gives data that root copied or restored to the user that runs the server. */
async function takeFromRoot(path: string, user: ServerUser): Promise<void> {
  const found = await lstat(path);
  if (found.uid !== 0) return;
  if (found.isDirectory()) {
    for (const entry of await readdir(path)) await takeFromRoot(join(path, entry), user);
  }
  await lchown(path, user.uid, user.gid);
}

async function runInitdb(
  home: ServerHome,
  folder: string,
  { passwordFile, isDurable }: { readonly passwordFile: string; readonly isDurable: boolean },
): Promise<void> {
  // Sorts by code point on every system; letters beyond ASCII still fold case. The provider is built in from version 17
  // on; before that, libc's is used.
  const locale =
    majorVersionOf(home.binaries) >= 17 ? ["--locale-provider=builtin", "--locale=C.UTF-8"] : ["--locale=C.UTF-8"];
  const { code, output } = await run(join(home.binaries.folder, "initdb"), home, [
    `--pgdata=${folder}`,
    `--username=${ownerName}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    ...(isDurable ? [] : ["--no-sync"]),
    ...locale,
  ]);
  if (code !== 0) throw explainFailure("PostgreSQL could not create its data folder", output, { dataFolder: folder });
}

function run(
  program: string,
  home: ServerHome,
  argumentList: string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argumentList, {
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
      ...spawnAs(home.user),
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", (cause) => {
      reject(new EmbeddedPostgresError(`Cannot run ${program}: ${cause.message}`, { cause }));
    });
    child.once("close", (code) => resolve({ code, output }));
  });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
