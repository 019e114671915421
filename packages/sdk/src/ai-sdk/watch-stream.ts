/** What happens to the parts of a stream that is read. */
export interface StreamWatcher<Part> {
  /** What the reader gets for a part: the same, another one, or nothing. */
  onPart(part: Part): Part | undefined | PromiseLike<Part | undefined>;
  /** The stream has ended by itself. Returns what the reader gets last. */
  onEnd(): Part | undefined | PromiseLike<Part | undefined>;
  /** The stream has failed, or the reader has left. */
  onBroken(): unknown;
}

/** The same stream, watched. Reads a part only when the application asks for it, like the original. */
export function watchStream<Part>(stream: ReadableStream<Part>, watcher: StreamWatcher<Part>): ReadableStream<Part> {
  const reader = stream.getReader();
  const onDemand = { highWaterMark: 0 };
  return new ReadableStream<Part>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read().catch(async (error: unknown) => {
            await watcher.onBroken();
            throw error;
          });
          const part = done ? await watcher.onEnd() : await watcher.onPart(value);
          if (part !== undefined) controller.enqueue(part);
          if (done) controller.close();
          if (done || part !== undefined) return;
        }
      },
      async cancel(reason) {
        await watcher.onBroken();
        await reader.cancel(reason);
      },
    },
    onDemand,
  );
}
