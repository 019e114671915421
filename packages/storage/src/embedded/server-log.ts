import { open, readFile, rename, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { keepOwner } from "./instance-file.ts";

const largestLog = 10 * 1024 * 1024;

/** The server's log, open for appending, and what was written to it since. */
export interface ServerLog {
  readonly path: string;
  readonly file: FileHandle;
  written(): Promise<string>;
}

/**
 * Opens `postgres.log`. A log of 10 MB or more is first renamed to `postgres.log.1`, which replaces the previous one.
 */
export async function openServerLog(folder: string): Promise<ServerLog> {
  const path = join(folder, "postgres.log");
  if ((await sizeOf(path)) >= largestLog) await rename(path, `${path}.1`);
  const start = await sizeOf(path);
  const file = await open(path, "a", 0o600);
  await keepOwner(folder, path);
  return { path, file, written: async () => (await readFile(path)).subarray(start).toString("utf8") };
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
