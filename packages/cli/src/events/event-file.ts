import { hash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { CommandError } from "../command.ts";

/** A file to import from. */
export interface EventFile {
  /** The absolute path; null for standard input. */
  readonly path: string | null;
  /** The name in messages. */
  readonly name: string;
  /** Null for a source that can be read only once, such as standard input or a pipe: its import cannot be resumed. */
  readonly identity: FileIdentity | null;
}

/** Identifies the content of a file, to detect changes. */
export interface FileIdentity {
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** SHA-256 of its first 64 KiB. */
  readonly beginning: string;
}

const STANDARD_INPUT = "-";
const BEGINNING_BYTES = 64 * 1024;

/** Finds the file, or standard input for `-`. Fails for an unreadable file before anything is opened or changed. */
export async function findEventFile(given: string): Promise<EventFile> {
  if (given === STANDARD_INPUT) return { path: null, name: "standard input", identity: null };
  const path = resolve(given);
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new CommandError(`${given} is a folder. Name a file.`, 2);
    const name = basename(path);
    if (!found.isFile()) return { path, name, identity: null };
    const beginning = await readBeginning(path);
    return { path, name, identity: { bytes: found.size, modifiedAt: found.mtimeMs, beginning } };
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const code = (cause as { code?: string }).code;
    if (code === "ENOENT" || code === "ENOTDIR") throw new CommandError(`File not found: ${path}.`, 2, { cause });
    if (code === "EACCES") throw new CommandError(`This user may not read ${path}.`, 1, { cause });
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
