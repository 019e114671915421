import { join, resolve } from "node:path";
import { exists } from "./exists.ts";
import { claimantOf } from "./folder-claim.ts";
import { instanceFileName, readInstance } from "./instance-file.ts";
import { ownerUrl } from "./owner-url.ts";
import { servedSocket } from "./socket-folder.ts";

/** A server that a living process runs. */
export interface FoundPostgres {
  /** The address as its owner, a superuser, with the password. */
  readonly url: string;
  /** The process that started the server and will stop it. */
  readonly claimant: number;
}

/**
 * The server that another process runs on the folder's data, at the port stored in the folder; undefined if there is
 * none. The caller must check whether it is ready: it may be starting or stopping.
 */
export async function findEmbeddedPostgres(folder: string): Promise<FoundPostgres | undefined> {
  const path = resolve(folder);
  const claimant = await claimantOf(path);
  if (claimant === undefined || !(await holdsInstance(path))) return undefined;
  const { port, password, home } = await readInstance(path);
  if (port === null) return undefined;
  return { url: ownerUrl(port, password, await servedSocket(home ?? path, port)), claimant };
}

/** True if a server was started on the folder before. */
export async function holdsInstance(folder: string): Promise<boolean> {
  return exists(join(resolve(folder), instanceFileName));
}
