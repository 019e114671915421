/** The look-up of one name that is under way, and the one after it, if somebody waits for that. */
interface Lookup<Answer> {
  readonly running: Promise<Answer>;
  next: Promise<Answer> | undefined;
}

/**
 * Answers those who ask for the same name at one time together. Nobody gets an answer that was looked for before he asked: who comes
 * while a look-up runs waits for the next one, which all who came meanwhile share.
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
