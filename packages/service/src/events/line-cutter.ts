/** A line, or a row in a format whose rows may span several lines. */
export interface CutLine {
  /** Without the line feed. For a line that is too long, only the beginning. */
  readonly bytes: Buffer;
  /** The length of the whole line, including its line feed. */
  readonly length: number;
  readonly isTooLong: boolean;
  /** False for the rest after the last line feed. */
  readonly isEnded: boolean;
}

export interface LineCutterOptions {
  readonly longestBytes: number;
  /** How much of a longer line is kept, to recognize it. */
  readonly keptBytes: number;
  /**
   * Finds the line feed that ends the line, from `from` on; -1 if the chunk has none. Called once for each byte of the
   * content, in order. By default every line feed ends a line.
   */
  readonly nextEnd?: (chunk: Buffer, from: number) => number;
}

/**
 * Cuts bytes into lines, however they are chunked: a character or a line may span several chunks. Holds no more than
 * one line of the maximum length, however long the content is.
 */
export interface LineCutter {
  /** The lines that end in this chunk, one by one. The caller must read all of them. */
  cut(chunk: Buffer): Generator<CutLine>;
  /**
   * The same for callers that decode many lines together, if every line feed ends a line: the line begun before, and
   * the lines that are complete in the chunk as one block, without the last line feed. Undefined if no line ends in the
   * chunk.
   */
  cutBlock(chunk: Buffer): { readonly begun: CutLine; readonly block: Buffer | undefined } | undefined;
  /** The rest after the last line feed. */
  rest(): CutLine;
  /** True if the unfinished line is already too long. */
  isTooLong(): boolean;
}

const LINE_FEED = 0x0a;
/**
 * The parts of a line that arrives in tiny chunks are joined now and then, so that they do not cost more than the line.
 */
const MOST_PARTS = 64;

export function createLineCutter({ longestBytes, keptBytes, nextEnd = nextLineFeed }: LineCutterOptions): LineCutter {
  let parts: Buffer[] = [];
  let length = 0;
  let isTooLong = false;

  function add(part: Buffer): void {
    length += part.length;
    if (isTooLong || part.length === 0) return;
    parts.push(part);
    isTooLong = length > longestBytes;
    if (isTooLong) parts = [Buffer.from(Buffer.concat(parts).subarray(0, keptBytes))];
    else if (parts.length > MOST_PARTS) parts = [Buffer.concat(parts)];
  }

  /** Copies the part: the chunk may be large, and the kept part must not hold it in memory. */
  function begin(part: Buffer): void {
    if (part.length > 0) add(Buffer.from(part));
  }

  function finish(isEnded: boolean): CutLine {
    const [first] = parts;
    const bytes = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
    const line = { bytes, length: length + (isEnded ? 1 : 0), isTooLong, isEnded };
    [parts, length, isTooLong] = [[], 0, false];
    return line;
  }

  return {
    *cut(chunk) {
      let start = 0;
      for (let at = nextEnd(chunk, 0); at !== -1; at = nextEnd(chunk, start)) {
        add(chunk.subarray(start, at));
        start = at + 1;
        yield finish(true);
      }
      begin(chunk.subarray(start));
    },
    cutBlock(chunk) {
      const first = chunk.indexOf(LINE_FEED);
      if (first === -1) {
        begin(chunk);
        return undefined;
      }
      add(chunk.subarray(0, first));
      const begun = finish(true);
      const last = chunk.lastIndexOf(LINE_FEED);
      begin(chunk.subarray(last + 1));
      return { begun, block: last > first ? chunk.subarray(first + 1, last) : undefined };
    },
    rest: () => finish(false),
    isTooLong: () => isTooLong,
  };
}

function nextLineFeed(chunk: Buffer, from: number): number {
  return chunk.indexOf(LINE_FEED, from);
}
