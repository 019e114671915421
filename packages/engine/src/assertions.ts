/**
 * Throws on a broken assumption. That is always a programming error, never a fault in a caller's input: refusals of
 * input are values in the return type.
 */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`);
}

/** Ends an exhaustive `switch`: a new case of a union does not compile until the `switch` handles it. */
export function unreachable(impossible: never): never {
  throw new Error(`broken invariant: no case for ${JSON.stringify(impossible)}`);
}

/** Stands for a function that is never called. It throws if it is. */
export function neverCalled(why: string): () => never {
  return () => {
    throw new Error(`broken invariant: ${why}`);
  };
}
