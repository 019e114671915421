/** The running lookup of one name, and the next one if a caller waits for it. */
interface Lookup<Answer> {
  readonly running: Promise<Answer>;
  next: Promise<Answer> | undefined;
}

/**
 * Shares lookups between callers that ask for the same name at the same time. No caller gets the result of a lookup
 * that began before the caller asked: a caller that arrives during a lookup waits for the next one, which all such
 * callers share.
 */
export function shareLookups<Answer>(find: (name: string) => Promise<Answer>): (name: string) => Promise<Answer> {
  const lookups = new Map<string, Lookup<Answer>>();

  function begin(name: string): Promise<Answer> {
    const lookup: Lookup<Answer> = { running: find(name), next: undefined };
    lookups.set(name, lookup);
    const end = () => {
      if (lookup.next === undefined) lookups.delete(name);
    };
    void lookup.running.then(end, end);
    return lookup.running;
  }

  return (name) => {
    const lookup = lookups.get(name);
    if (lookup === undefined) return begin(name);
    const again = () => begin(name);
    lookup.next ??= lookup.running.then(again, again);
    return lookup.next;
  };
}
