/** 128 and the number of SIGPIPE: how a shell reports a program that ended because its reader had gone. */
const READER_GONE = 141;

type Output = NodeJS.WriteStream;

/** Ends the process without a message when the reader of its output has gone, as `head` does after ten lines. */
export function endWithReader(): void {
  for (const output of outputs()) output.on("error", end);
}

/** Continues without output instead. For servers, whose work does not depend on a terminal. */
export function outliveReader(): void {
  for (const output of outputs()) output.off("error", end).on("error", ignore);
}

function outputs(): readonly Output[] {
  return [process.stdout, process.stderr];
}

function end(this: Output, error: NodeJS.ErrnoException): void {
  // A command that is writing a stream handles the error.
  if (this.listenerCount("error") > 1) return;
  if (error.code !== "EPIPE") throw error;
  process.exit(READER_GONE);
}

function ignore(): void {
  // Nothing is left to write to.
}
