/** A line, or in a form whose lines may go over several, a row. */
export interface CutLine {
  /** Without its line feed. Of a line that is too long only its beginning. */
  readonly bytes: Buffer;
  /** Of the whole line, its line feed included. */
  readonly length: number;
  readonly isTooLong: boolean;
  /** False for what stands behind the last line feed. */
  readonly isEnded: boolean;
}

export interface LineCutterOptions {
  readonly longestBytes: number;
  /** What is kept of a longer line, to be recognized by. */
  readonly keptBytes: number;
  /**
   * The line feed that ends the line, looked for from `from` on; -1 when the chunk holds none. Asked once for each byte of
   * the content, in order. Without it every line feed ends one.
   */
  readonly nextEnd?: (chunk: Buffer, from: number) => number;
}

/**
 * Cuts bytes into lines, whatever the chunks they come in: a character or a line may go over several. Holds no more than one
 * line of the longest length, however long the content is.
 */
export interface LineCutter {
  /** The lines that end in this chunk, one by one; to be read to the end. */
  cut(chunk: Buffer): Generator<CutLine>;
  /**
   * The same for who decodes many lines in one piece, where every line feed ends one: the line that was begun before, and
   * those that lie whole in the chunk as one block, without the line feed of the last; undefined when no line ends in it.
   */
  cutBlock(chunk: Buffer): { readonly begun: CutLine; readonly block: Buffer | undefined } | undefined;
  /** What stands behind the last line feed. */
  rest(): CutLine;
  /** True when the line that is not ended yet is too long already. */
  isTooLong(): boolean;
}

const LINE_FEED = 0x0a;
/** A line that arrives in crumbs is put together now and then, so that the crumbs do not cost more than the line. */
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

  /** A copy: the chunk may be large, and what is kept of it must not hold it in memory. */
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
