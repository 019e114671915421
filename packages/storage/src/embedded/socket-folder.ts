import { access, chown, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "./exists.ts";
import type { ServerHome } from "./server-home.ts";

/** The longest socket path, in bytes, that both Linux and macOS accept. */
const LONGEST_PATH = 103;

/**
 * The folder for the server's socket: a query over it takes about half as long as over TCP (decision 1). Undefined if
 * the path is too long for a socket, or contains characters that separate or quote entries in a list of folders.
 */
function socketFolder(home: string): string | undefined {
  const folder = join(home, "socket");
  const isPossible = Buffer.byteLength(socketIn(folder, 65_535)) <= LONGEST_PATH && !/[,"'\\]/.test(folder);
  return isPossible ? folder : undefined;
}

/**
 * Creates the folder, which only root and the server's user can enter. Undefined if it cannot exist, or if this process
 * cannot enter it, such as root in a container without rights over other users' files.
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

/** The folder of the socket on which the server of a home listens; undefined if it has none. */
export async function servedSocket(home: string, port: number): Promise<string | undefined> {
  const folder = socketFolder(home);
  return folder !== undefined && (await exists(socketIn(folder, port))) ? folder : undefined;
}

function socketIn(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`);
}
