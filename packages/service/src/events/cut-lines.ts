import { isUtf8 } from "node:buffer";
import type { EventFault } from "./event.ts";

/** One line of a body without its end; `text` is empty when it has a fault. */
export interface Line {
  readonly text: string;
  readonly fault?: EventFault;
}

const LONGEST_LINE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;
/** A line that arrives in crumbs is put together now and then, so that the crumbs do not cost more than the line. */
const MOST_PARTS = 64;

const TOO_LONG: EventFault = { code: "line_too_long", detail: "The line is longer than 1 MiB." };
const NOT_UTF8: EventFault = { code: "not_utf8", detail: "The line is not UTF-8." };

/**
 * Cuts bytes into lines, whatever the chunks they come in: a character or a line may go over several. Holds no more than
 * one chunk and one line of the longest length; of a longer line only that it was one.
 */
export async function* cutLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const unfinished = createUnfinishedLine();
  for await (const { buffer, byteOffset, byteLength } of chunks) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    const first = chunk.indexOf(LINE_FEED);
    if (first < 0) {
      unfinished.add(chunk);
      continue;
    }
    unfinished.add(chunk.subarray(0, first));
    const last = chunk.lastIndexOf(LINE_FEED);
    yield [unfinished.finish(), ...(last > first ? toLines(chunk.subarray(first + 1, last)) : [])];
    unfinished.add(chunk.subarray(last + 1));
  }
  yield [unfinished.finish()];
}

/** The line whose end has not come yet. */
function createUnfinishedLine(): { add(part: Buffer): void; finish(): Line } {
  let parts: Buffer[] = [];
  let bytes = 0;
  return {
    add(part) {
      bytes += part.length;
      if (bytes > LONGEST_LINE_BYTES) parts = [];
      else if (part.length > 0) parts.push(part);
      if (parts.length > MOST_PARTS) parts = [Buffer.concat(parts)];
    },
    finish() {
      const line = bytes > LONGEST_LINE_BYTES ? { text: "", fault: TOO_LONG } : toLine(Buffer.concat(parts));
      [parts, bytes] = [[], 0];
      return line;
    },
  };
}

/** Lines that are whole. Nearly always all of them are UTF-8 and are decoded in one piece. */
function toLines(block: Buffer): Line[] {
  if (isUtf8(block)) return block.toString("utf8").split("\n").map(toBoundedLine);
  const lines: Line[] = [];
  for (let start = 0; start <= block.length;) {
    const end = block.indexOf(LINE_FEED, start);
    const next = end < 0 ? block.length : end;
    lines.push(toLine(block.subarray(start, next)));
    start = next + 1;
  }
  return lines;
}

function toLine(bytes: Buffer): Line {
  return isUtf8(bytes) ? toBoundedLine(bytes.toString("utf8")) : { text: "", fault: NOT_UTF8 };
}

/** A character takes up to three bytes of UTF-8 (a surrogate pair four), so few lines have to be measured. */
function toBoundedLine(text: string): Line {
  const isTooLong = text.length * 3 > LONGEST_LINE_BYTES && Buffer.byteLength(text) > LONGEST_LINE_BYTES;
  return isTooLong ? { text: "", fault: TOO_LONG } : { text };
}
