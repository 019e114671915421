import { createLineCutter, type CutLine } from "@counterfoil/service";
import { CommandError } from "../command.ts";
import { createQuoteReader, type QuoteReader } from "./csv-quotes.ts";
import { type FileLine, KEPT_BYTES, LONGEST_LINE_BYTES } from "./file-line.ts";

/** Determines the number and position of each line of a file, piece by piece. */
export interface LineNumberer {
  /** The lines that end in this piece. */
  cut(piece: Buffer): Generator<FileLine>;
  /** The last line, if the file does not end with a line break. */
  rest(): Generator<FileLine>;
}

export interface CutFrom {
  /** Where the first piece begins, in bytes of the uncompressed content. */
  readonly offset: number;
  /** The number of the first line. */
  readonly line: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** @param rows true for CSV, where a line break inside quotes belongs to the cell */
export function createLineNumberer(from: CutFrom, rows: boolean): LineNumberer {
  const limits = { longestBytes: LONGEST_LINE_BYTES, keptBytes: KEPT_BYTES };
  const ends = rows ? createRowEnds(from.offset === 0) : undefined;
  const cutter = createLineCutter(ends === undefined ? limits : { ...limits, nextEnd: ends.nextEnd });
  let { offset, line: number } = from;

  function place({ bytes, length, isTooLong, isEnded }: CutLine): FileLine {
    const content = isTooLong ? bytes : withoutMarks(bytes, offset === 0);
    offset += length;
    const next = number + (ends?.takeInside() ?? 0) + (isEnded ? 1 : 0);
    const line = { number, bytes: content, isTooLong, end: offset, next };
    number = next;
    return line;
  }

  function refuseOpenQuote(when: string): void {
    if (ends?.isOpen() !== true) return;
    throw new CommandError(
      `Line ${number}: a quote is opened but not closed ${when}, so the rest cannot be parsed. ` +
        "Everything before this line is settled. Fix the line and run the import again.",
    );
  }

  return {
    *cut(piece) {
      for (const line of cutter.cut(piece)) yield place(line);
      if (cutter.isTooLong()) refuseOpenQuote("within 4 MiB");
    },
    *rest() {
      refuseOpenQuote("before the end of the file");
      const last = cutter.rest();
      if (last.length > 0) yield place(last);
    },
  };
}

interface RowEnds extends Pick<QuoteReader, "isOpen"> {
  /** The line feed that ends the row. Counts the line feeds inside quotes. */
  readonly nextEnd: (piece: Buffer, from: number) => number;
  /** The number of line feeds inside the quotes of the row. Resets the count for the next row. */
  takeInside(): number;
}

function createRowEnds(isStartOfFile: boolean): RowEnds {
  const quotes = createQuoteReader();
  let isStart = isStartOfFile;
  let inside = 0;
  return {
    nextEnd(piece, from) {
      for (let start = from; start < piece.length;) {
        const at = piece.indexOf(LINE_FEED, start);
        const next = at === -1 ? piece.length : at + 1;
        quotes.read(piece.subarray(start, next), isStart);
        isStart = false;
        if (at !== -1 && !quotes.isOpen()) return at;
        if (at !== -1) inside += 1;
        start = next;
      }
      return -1;
    },
    isOpen: quotes.isOpen,
    takeInside() {
      const taken = inside;
      inside = 0;
      return taken;
    },
  };
}

/** Without a carriage return at the end and, in the first line of the file, without the byte order mark. */
function withoutMarks(bytes: Buffer, isFirst: boolean): Buffer {
  const start = isFirst && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
  return bytes.subarray(start, Math.max(start, end));
}
