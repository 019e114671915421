import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

export interface CopiedFile {
  readonly bytes: number;
  readonly sha256: string;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Copies a file, flushes it to disk, and returns the hash of the bytes read. Returns undefined if the file does not
 * exist.
 */
export async function copyFile(
  from: string,
  to: string,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal?: AbortSignal | undefined },
): Promise<CopiedFile | undefined> {
  const source = await open(from, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (source === undefined) return undefined;
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const target = await open(to, "w", 0o600);
    try {
      const hash = createHash("sha256");
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      let bytes = 0;
      for (;;) {
        signal?.throwIfAborted();
        const { bytesRead } = await source.read(chunk, 0, CHUNK_BYTES);
        if (bytesRead === 0) break;
        const part = chunk.subarray(0, bytesRead);
        hash.update(part);
        await target.writeFile(part);
        bytes += bytesRead;
        onBytes(bytesRead);
      }
      await target.sync();
      return { bytes, sha256: hash.digest("hex") };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The number of parallel copies. A data folder consists of many small files, and each copy waits for the disk. */
const AT_ONCE = 8;

/** Runs the work for each item, several at a time. Rejects with the first failure after all running work has ended. */
export async function inLanes<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let hasFailed = false;
  const copiers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = iterator.next(); next.done !== true && !hasFailed; next = iterator.next()) {
      await work(next.value).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  });
  const outcomes = await Promise.allSettled(copiers);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}
