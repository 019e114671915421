import { hash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { CommandError } from "../command.ts";

/** A file to import from. */
export interface EventFile {
  /** Absolute; null for standard input. */
  readonly path: string | null;
  /** As it is shown. */
  readonly name: string;
  /** Null for what can be read only once, such as standard input or a pipe: an import of it cannot go on later. */
  readonly identity: FileIdentity | null;
}

/** Tells whether a file is still the one it was. */
export interface FileIdentity {
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** SHA-256 of its first 64 KiB. */
  readonly beginning: string;
}

const STANDARD_INPUT = "-";
const BEGINNING_BYTES = 64 * 1024;

/** Finds the file, or standard input for `-`. Refuses what cannot be read before anything is opened or changed. */
export async function findEventFile(given: string): Promise<EventFile> {
  if (given === STANDARD_INPUT) return { path: null, name: "standard input", identity: null };
  const path = resolve(given);
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new CommandError(`${given} is a folder: name a file.`, 2);
    const name = basename(path);
    if (!found.isFile()) return { path, name, identity: null };
    const beginning = await readBeginning(path);
    return { path, name, identity: { bytes: found.size, modifiedAt: found.mtimeMs, beginning } };
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const code = (cause as { code?: string }).code;
    if (code === "ENOENT" || code === "ENOTDIR") throw new CommandError(`There is no file ${path}.`, 2, { cause });
    if (code === "EACCES") throw new CommandError(`${path} may not be read by this user.`, 1, { cause });
    throw cause;
  }
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.bytes === other.bytes && one.modifiedAt === other.modifiedAt && one.beginning === other.beginning;
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
    return hash("sha256", buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
