import { createGunzip } from "node:zlib";
import { CommandError } from "../command.ts";

const PIECE_BYTES = 256 * 1024;

/**
 * Unpacks gzip, of one member or of several in a row. All that can be unpacked is given before a file that ends too early or
 * is damaged is refused: a stream of Node would drop what it holds at that moment.
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

  /** Takes a step and gives what comes of it, until the step is done and everything was given. */
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
    // That it ends too early is told after the callback of end().
    yield* results((done) => gunzip.once("end", done).end());
  } finally {
    gunzip.destroy();
  }
}

function damaged(cause: Error): CommandError {
  const ended = (cause as { code?: string }).code === "Z_BUF_ERROR";
  const what = ended ? "ends too early: it was not copied whole" : `is damaged (${cause.message})`;
  return new CommandError(`The gzip file ${what}.`, 1, { cause });
}
