/**
 * Reads many objects of a kind in one request: those requested while a page is drawn. Null for an object that does not
 * exist.
 */
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
