/** A line of a file. In CSV, a row, which contains several lines if a quoted cell does. */
export interface FileLine {
  /** Counted from 1; for a row, the number of its first line. */
  readonly number: number;
  /** Without the end of the line. For a line that is too long, only its beginning. */
  readonly bytes: Buffer;
  readonly isTooLong: boolean;
  /** Where the next line begins, in bytes of the uncompressed content. */
  readonly end: number;
  /** The number of the next line. */
  readonly next: number;
}

/**
 * No valid event is longer: 50 properties of 255 and 10,000 characters (R-EVT-1) are 3.1 MB if each character is
 * written as `\u0041`.
 */
export const LONGEST_LINE_BYTES = 4 * 1024 * 1024;

/** The part of a too long line that is kept to recognize it. */
export const KEPT_BYTES = 1_000;
