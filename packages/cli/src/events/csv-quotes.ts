/** Follows where cells are quoted, so that a row can be told from the lines it goes over. csv-parse then reads the row. */
export interface QuoteReader {
  /** Goes on with the next bytes of the file, at most up to a line's end. */
  read(bytes: Buffer, isStartOfFile: boolean): void;
  /** True when a quoted cell goes on behind what was read. */
  isOpen(): boolean;
}

const QUOTE = 34;
const COMMA = 44;
const LINE_FEED = 10;

/** Only a quote at the beginning of a cell opens one; a quote further on is a fault of its row and of no other. */
type Place = "start of a cell" | "plain" | "quoted" | "quote in quotes";

export function createQuoteReader(): QuoteReader {
  let place: Place = "start of a cell";
  return {
    read(bytes, isStartOfFile) {
      // The byte order mark stands before the first cell.
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
