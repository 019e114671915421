/** The default number of results to keep: a few megabytes if they are small. */
const MOST = 10_000;

/**
 * Caches the results of a pure function by its key. The function must depend only on its key, so it reads no clock,
 * database or setting: callers cannot tell whether a result was cached. When the cache holds `most` results, it is
 * emptied.
 */
export function remembered<Key, Value>(compute: (key: Key) => Value, most = MOST): (key: Key) => Value {
  const answers = new Map<Key, Value>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = compute(key);
    if (answers.size >= most) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}

/** The same with an immutable object as key. A result is kept as long as the object is in memory. */
export function rememberedWith<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const answers = new WeakMap<Key, Value>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = compute(key);
    answers.set(key, answer);
    return answer;
  };
}
