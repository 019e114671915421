import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";

/** The system user that runs PostgreSQL. */
export interface ServerUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Names tried in this order. The last is created if none exists. */
const candidates = ["postgres", "counterfoil"];

/**
 * The user to switch to; undefined to keep the current user. PostgreSQL refuses to run as root, so root needs another
 * user: the owner of existing data, otherwise the system's `postgres`, otherwise a user created for this purpose.
 */
export function serverUser(existingDataFolder: string | undefined): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existingDataFolder !== undefined) {
    const { uid, gid } = statSync(existingDataFolder);
    if (uid !== 0) return { name: `user ${uid}`, uid, gid };
  }
  for (const name of candidates) {
    const user = findUser(name);
    if (user !== undefined) return user;
  }
  return createUser("counterfoil");
}

function findUser(name: string): ServerUser | undefined {
  try {
    const ask = (flag: string) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    const user = { name, uid: ask("-u"), gid: ask("-g") };
    return user.uid === 0 ? undefined : user;
  } catch {
    return undefined;
  }
}

function createUser(name: string): ServerUser {
  const ways: readonly (readonly [string, readonly string[]])[] = [
    ["useradd", ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent", name]],
    ["adduser", ["-S", "-D", "-H", name]], // busybox
  ];
  const refusals: string[] = [];
  for (const [command, argumentList] of ways) {
    const outcome = spawnSync(command, argumentList, { encoding: "utf8" });
    refusals.push(`${command}: ${outcome.error?.message ?? outcome.stderr.trim()}`);
    const user = findUser(name);
    if (user !== undefined) return user;
  }
  throw new EmbeddedPostgresError(
    "PostgreSQL does not run as root, there is no user postgres, and a system user could not be created " +
      `(${refusals.join("; ")}). Create one ("useradd --system postgres"), start as an ordinary user, ${useOwnServer}.`,
  );
}

/** Options with which `spawn` runs a program as this user. */
export function spawnAs(user: ServerUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}

/** True if the user can run this program and enter this folder, including every parent folder. */
export function canReach(user: ServerUser, program: string, folder: string): boolean {
  const test = spawnSync("/bin/sh", ["-c", 'test -x "$1" && cd -- "$2"', "sh", program, folder], {
    cwd: "/",
    stdio: "ignore",
    ...spawnAs(user),
  });
  if (test.error !== undefined) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and this system does not let root switch to ${user.name} ` +
        `(${test.error.message}). Start as an ordinary user, ${useOwnServer}.`,
      { cause: test.error },
    );
  }
  return test.status === 0;
}
