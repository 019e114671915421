import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { CommandError } from "../command.ts";

/** A rejected line. */
export interface Reject {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
  /** The event as JSON text, with all digits; for a line that is not an event, its text. */
  readonly json: string;
}

/** The file of rejects: NDJSON lines `{line, code, detail, event}`, in the order of the file. */
export interface RejectsFile {
  /** The length in bytes. */
  length(): number;
  add(rejects: readonly Reject[]): Promise<void>;
  /** Waits until everything added is on disk. */
  flush(): Promise<void>;
  /** Closes the file, and removes it if it is empty. */
  close(): Promise<void>;
}

/** Opens the file after its first `length` bytes. Cuts off anything that a killed import wrote after them. */
export async function openRejects(path: string, length: number): Promise<RejectsFile> {
  const file = await openFile(path, length > 0 ? "r+" : "w");
  await file.truncate(length);
  let end = length;
  let isFlushed = true;
  return {
    length: () => end,
    async add(rejects) {
      if (rejects.length === 0) return;
      const bytes = Buffer.from(rejects.map(toLine).join(""));
      await file.write(bytes, 0, bytes.length, end);
      end += bytes.length;
      isFlushed = false;
    },
    async flush() {
      if (!isFlushed) await file.datasync();
      isFlushed = true;
    },
    async close() {
      await file.close();
      if (end === 0) await rm(path, { force: true });
    },
  };
}

export async function lengthOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}

function toLine({ line, code, detail, json }: Reject): string {
  return `{"line":${line},"code":${JSON.stringify(code)},"detail":${JSON.stringify(detail)},"event":${json}}\n`;
}

async function openFile(path: string, flags: string): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`The rejects cannot be written (${reason}). Choose another file with --rejects FILE.`, 1, {
      cause,
    });
  }
}
