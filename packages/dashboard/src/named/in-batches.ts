/** Reads many of a kind in one request: those that are asked for while a page is drawn go together. Null where there is none. */
export function inBatches<T>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (id: string) => Promise<T | null> {
  let waiting: string[] = [];
  let next: Promise<ReadonlyMap<string, T>> | null = null;
  return async (id) => {
    waiting.push(id);
    next ??= new Promise((resolve) => setTimeout(resolve)).then(() => {
      const ids = [...new Set(waiting)];
      waiting = [];
      next = null;
      return read(ids);
    });
    return (await next).get(id) ?? null;
  };
}
