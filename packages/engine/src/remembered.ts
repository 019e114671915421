/** How many answers are kept unless told: a few megabytes of small ones. */
const MOST = 10_000;

/**
 * Keeps what a pure function answered, by its key. Callers cannot tell whether an answer was kept: the function must depend on
 * nothing but its key, so it reads no clock, database or setting. When `most` answers are kept, all are forgotten.
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

/** The same by an object that never changes, for as long as the object itself is in memory. */
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
