import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { CommandError } from "../command.ts";

export interface ExportTarget {
  /** A file; undefined for standard output. */
  readonly output: string | undefined;
  readonly isPacked: boolean;
  readonly signal: AbortSignal;
}

/**
 * Writes as fast as the target accepts data. A file gets its final name when it is complete, so that a partial file is
 * never mistaken for it.
 */
export async function writeExport(text: AsyncIterable<string>, target: ExportTarget): Promise<void> {
  if (target.output === undefined) return writeTo(process.stdout, text, target, false);
  const path = resolve(target.output);
  const unfinished = `${path}.unfinished`;
  try {
    await writeTo(createWriteStream(unfinished, { flush: true }), text, target, true);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeTo(
  stream: NodeJS.WritableStream,
  text: AsyncIterable<string>,
  { isPacked, signal, output }: ExportTarget,
  end: boolean,
): Promise<void> {
  try {
    if (isPacked) await pipeline(text, createGzip(), stream, { end, signal });
    else await pipeline(text, stream, { end, signal });
  } catch (cause) {
    const { code, syscall, message } = cause as Error & { code?: string; syscall?: string };
    if (code === "ABORT_ERR") throw new CommandError("Stopped. Nothing was saved.", 130, { cause });
    // The reader of our output has closed it, as `head` does.
    if (code === "EPIPE" && output === undefined) return;
    if (syscall === undefined) throw cause;
    throw new CommandError(`The export cannot be written: ${message}.`, 1, { cause });
  }
}
