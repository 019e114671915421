/** Asks for many names in one request: those that are asked for while a page is drawn go together. */
export function namesInBatches(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): (id: string) => Promise<string> {
  let waiting: string[] = [];
  let next: Promise<ReadonlyMap<string, string>> | null = null;
  return async (id) => {
    waiting.push(id);
    next ??= new Promise((resolve) => setTimeout(resolve)).then(() => {
      const ids = [...new Set(waiting)];
      waiting = [];
      next = null;
      return read(ids);
    });
    return (await next).get(id) ?? id;
  };
}
