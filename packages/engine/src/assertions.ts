/**
 * Stops on a broken assumption: a mistake of the programmer, never of a caller's input. Refusals of input are values in
 * the return type.
 */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`);
}

/** Ends an exhaustive `switch`: a new case of a union does not compile until it is dealt with. */
export function unreachable(impossible: never): never {
  throw new Error(`broken invariant: no case for ${JSON.stringify(impossible)}`);
}
