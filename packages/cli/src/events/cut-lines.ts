import { CommandError } from "../command.ts";
import { createQuoteReader } from "./csv-quotes.ts";
import { type FileLine, KEPT_BYTES, LONGEST_LINE_BYTES } from "./file-line.ts";

/** Cuts what a file holds into lines, piece by piece. Holds one line at most, however long the file is. */
export interface LineCutter {
  /** The lines that end in this piece. */
  cut(piece: Buffer): Generator<FileLine>;
  /** The last line, when the file does not end with a line's end. */
  rest(): Generator<FileLine>;
}

export interface CutFrom {
  /** Where the first piece begins, in bytes of the file's content. */
  readonly offset: number;
  /** The number of the first line. */
  readonly line: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** @param rows true for CSV, where a line's end inside quotes belongs to the cell */
export function createLineCutter(from: CutFrom, rows: boolean): LineCutter {
  const quotes = rows ? createQuoteReader() : undefined;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let isTooLong = false;
  let end = from.offset;
  let number = from.line;
  /** Lines that end inside the row's quotes. */
  let inside = 0;

  function keep(bytes: Buffer): void {
    end += bytes.length;
    keptBytes += bytes.length;
    if (!isTooLong) kept.push(bytes);
    if (isTooLong || keptBytes <= LONGEST_LINE_BYTES) return;
    isTooLong = true;
    kept = [Buffer.from(Buffer.concat(kept).subarray(0, KEPT_BYTES))];
  }

  function finish(): FileLine {
    const whole = kept.length === 1 ? (kept[0] ?? Buffer.alloc(0)) : Buffer.concat(kept);
    const bytes = isTooLong ? whole : withoutMarks(whole, end === keptBytes);
    const next = number + inside + (whole.at(-1) === LINE_FEED || isTooLong ? 1 : 0);
    const line = { number, bytes, isTooLong, end, next };
    [kept, keptBytes, isTooLong, inside, number] = [[], 0, false, 0, next];
    return line;
  }

  function refuseOpenQuote(when: string): void {
    if (quotes?.isOpen() !== true) return;
    throw new CommandError(
      `Line ${number}: a quote is opened and not closed ${when}, so nothing behind it can be told apart. ` +
        "Everything before this line is settled. Mend the line and start the import again.",
    );
  }

  return {
    *cut(piece) {
      let start = 0;
      for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, start)) {
        const bytes = piece.subarray(start, at + 1);
        start = at + 1;
        quotes?.read(bytes, isStartOfFile());
        keep(bytes);
        if (quotes?.isOpen() === true) {
          inside += 1;
          if (isTooLong) refuseOpenQuote("within 4 MiB");
        } else yield finish();
      }
      // A copy: the piece may be large, and what is kept of it must not hold it in memory.
      const bytes = Buffer.from(piece.subarray(start));
      if (bytes.length === 0) return;
      quotes?.read(bytes, isStartOfFile());
      keep(bytes);
      if (isTooLong) refuseOpenQuote("within 4 MiB");
    },
    *rest() {
      refuseOpenQuote("before the end of the file");
      if (keptBytes > 0) yield finish();
    },
  };

  function isStartOfFile(): boolean {
    return end === 0;
  }
}

/** Without the line's end, and in the file's first line without the byte order mark. */
function withoutMarks(bytes: Buffer, isFirst: boolean): Buffer {
  const start = isFirst && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  let end = bytes.length;
  if (bytes[end - 1] === LINE_FEED) end -= 1;
  if (bytes[end - 1] === CARRIAGE_RETURN) end -= 1;
  return bytes.subarray(start, Math.max(start, end));
}
