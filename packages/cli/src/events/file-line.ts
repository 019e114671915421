/** A line of a file; in CSV a row, which goes over several lines where a quoted cell does. */
export interface FileLine {
  /** Counted from 1; of a row its first. */
  readonly number: number;
  /** Without the line's end. Of a line that is too long only the beginning. */
  readonly bytes: Buffer;
  readonly isTooLong: boolean;
  /** Where the next line begins: in bytes of the file's content, unpacked. */
  readonly end: number;
  /** The number of the next line. */
  readonly next: number;
}

/**
 * No event that would be taken is longer: 50 properties of 255 and 10,000 characters (R-EVT-1) are 3.1 MB when each
 * character is written as `\u0041`.
 */
export const LONGEST_LINE_BYTES = 4 * 1024 * 1024;

/** What is kept of a line that is too long, to be recognized by. */
export const KEPT_BYTES = 1_000;
