import { isUtf8 } from "node:buffer";
import { type EventFault, unreadEvent } from "./event.ts";
import { createLineCutter, type CutLine } from "./line-cutter.ts";

/** One line of a body without its line break. `text` is empty if the line has a fault. */
export interface Line {
  readonly text: string;
  readonly fault?: EventFault;
}

const LONGEST_LINE_BYTES = 1024 * 1024;
const LIMITS = { longestBytes: LONGEST_LINE_BYTES, keptBytes: 0 };

const TOO_LONG = unreadEvent("line_too_long", "The line is longer than 1 MiB.");
const NOT_UTF8 = unreadEvent("not_utf8", "The line is not UTF-8.");

/** The lines of a body while it arrives. Holds no more than one chunk and one line of the maximum length. */
export async function* cutLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const cutter = createLineCutter(LIMITS);
  for await (const { buffer, byteOffset, byteLength } of chunks) {
    const cut = cutter.cutBlock(Buffer.from(buffer, byteOffset, byteLength));
    if (cut !== undefined) yield [toLine(cut.begun), ...(cut.block === undefined ? [] : toLines(cut.block))];
  }
  yield [toLine(cutter.rest())];
}

/** Complete lines. Nearly always all of them are UTF-8 and are decoded together. */
function toLines(block: Buffer): Line[] {
  if (isUtf8(block)) return block.toString("utf8").split("\n").map(toBoundedLine);
  const cutter = createLineCutter(LIMITS);
  return [...cutter.cut(block), cutter.rest()].map(toLine);
}

function toLine({ bytes, isTooLong }: CutLine): Line {
  if (isTooLong) return { text: "", fault: TOO_LONG };
  return isUtf8(bytes) ? { text: bytes.toString("utf8") } : { text: "", fault: NOT_UTF8 };
}

/** A character takes up to three bytes of UTF-8 (a surrogate pair four), so only few lines have to be measured. */
function toBoundedLine(text: string): Line {
  const isTooLong = text.length * 3 > LONGEST_LINE_BYTES && Buffer.byteLength(text) > LONGEST_LINE_BYTES;
  return isTooLong ? { text: "", fault: TOO_LONG } : { text };
}
