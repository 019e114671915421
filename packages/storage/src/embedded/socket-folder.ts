import { access, chown, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "./exists.ts";
import type { ServerHome } from "./server-home.ts";

/** Longest path of a socket, in bytes, that Linux and macOS both take. */
const LONGEST_PATH = 103;

/**
 * The folder of the socket of the server that lives in a home: a question over it takes about half of the time that it takes over
 * TCP (decision 1). Undefined where its path is too long for a socket, or has characters that separate and quote in a list of folders.
 */
function socketFolder(home: string): string | undefined {
  const folder = join(home, "socket");
  const isPossible = Buffer.byteLength(socketIn(folder, 65_535)) <= LONGEST_PATH && !/[,"'\\]/.test(folder);
  return isPossible ? folder : undefined;
}

/**
 * Makes the folder, into which only root and the user that the server runs as get. Undefined where there can be none, or where this
 * process does not get in: root of a container without rights over the files of others.
 */
export async function makeSocketFolder({ folder: home, user }: ServerHome): Promise<string | undefined> {
  const folder = socketFolder(home);
  if (folder === undefined) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const isOpen = await access(folder, constants.X_OK).then(
    () => true,
    () => false,
  );
  return isOpen ? folder : undefined;
}

/** The folder of the socket on which a server listens that was started in a home; undefined when it has none. */
export async function servedSocket(home: string, port: number): Promise<string | undefined> {
  const folder = socketFolder(home);
  return folder !== undefined && (await exists(socketIn(folder, port))) ? folder : undefined;
}

function socketIn(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`);
}
