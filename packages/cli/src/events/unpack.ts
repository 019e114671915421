import { createGunzip } from "node:zlib";
import { CommandError } from "../command.ts";

const PIECE_BYTES = 256 * 1024;

/**
 * Uncompresses gzip, of one or several members. Yields everything that can be uncompressed before it throws for a
 * truncated or damaged file: a stream of Node would discard what it holds at that moment.
 */
export async function* unpack(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  let failure: Error | undefined;
  let wake = () => {};
  gunzip.on("error", (error) => {
    failure = error;
    wake();
  });
  gunzip.on("readable", () => wake());

  /** Runs a step and yields its output until the step is done. */
  async function* results(step: (done: (error?: Error | null) => void) => void): AsyncGenerator<Buffer> {
    let isDone = false;
    let woken = Promise.withResolvers<void>();
    wake = () => woken.resolve();
    step((error) => {
      isDone = true;
      failure ??= error ?? undefined;
      wake();
    });
    for (;;) {
      const piece = gunzip.read() as Buffer | null;
      if (piece !== null) yield piece;
      else if (failure !== undefined) throw damaged(failure);
      else if (isDone) return;
      else {
        await woken.promise;
        woken = Promise.withResolvers<void>();
      }
    }
  }

  try {
    for await (const piece of packed) yield* results((done) => gunzip.write(piece, done));
    // gunzip reports a truncated file only after the callback of end().
    yield* results((done) => gunzip.once("end", done).end());
  } finally {
    gunzip.destroy();
  }
}

function damaged(cause: Error): CommandError {
  const ended = (cause as { code?: string }).code === "Z_BUF_ERROR";
  const what = ended ? "is truncated: it was not copied completely" : `is damaged (${cause.message})`;
  return new CommandError(`The gzip file ${what}.`, 1, { cause });
}
