/** One wrong member of an input: where it is, a stable code, and a sentence that says what is wrong. */
export interface Fault {
  /** JSON pointer into the body, or `/name` of a parameter. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}
