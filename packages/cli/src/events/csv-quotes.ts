/** Tracks which cells are quoted, to find the lines of a row. csv-parse then parses the row. */
export interface QuoteReader {
  /** Reads the next bytes of the file, at most up to the end of a line. */
  read(bytes: Buffer, isStartOfFile: boolean): void;
  /** True if a quoted cell continues after the bytes read so far. */
  isOpen(): boolean;
}

const QUOTE = 34;
const COMMA = 44;
const LINE_FEED = 10;

/** Only a quote at the start of a cell opens a quoted cell; a later quote is a fault of that row only. */
type Place = "start of a cell" | "plain" | "quoted" | "quote in quotes";

export function createQuoteReader(): QuoteReader {
  let place: Place = "start of a cell";
  return {
    read(bytes, isStartOfFile) {
      // The byte order mark comes before the first cell.
      for (let at = isStartOfFile && bytes[0] === 0xef ? 3 : 0; at < bytes.length; at += 1) {
        place = after(place, bytes[at] ?? 0);
      }
    },
    isOpen: () => place === "quoted",
  };
}

function after(place: Place, byte: number): Place {
  if (place === "quoted") return byte === QUOTE ? "quote in quotes" : "quoted";
  if (byte === COMMA || byte === LINE_FEED) return "start of a cell";
  if (byte === QUOTE && place !== "plain") return "quoted";
  return "plain";
}
