import { getHeapStatistics } from "node:v8";

/**
 * The share of the heap for events of all streams that are being read or stored. They take about five times the size of
 * their text.
 */
const SHARE_OF_HEAP = 32;
/** The share of the heap for the lists of all answers to streams. */
const LISTED_SHARE_OF_HEAP = 8;
/** What Node 24 adds to `--max-old-space-size` for the young generation. */
const YOUNG_BYTES = 192 * 1024 * 1024;

const MEBIBYTE = 1024 * 1024;
/** Large enough for the full speed of a commit, small enough to let others run in between. */
const LARGEST_SLICE = MEBIBYTE;
const SMALLEST_SLICE = 64 * 1024;
/** Enough to keep the writers busy while the next slice is read. More would only take memory. */
const SLICES_UNDER_WAY = 4;
const LONGEST_LISTS = 48 * MEBIBYTE;
const SHORTEST_LISTS = MEBIBYTE;

/** What one stream may hold in memory. Text is measured in characters. */
export interface StreamShare {
  readonly sliceCharacters: number;
  readonly slicesUnderWay: number;
}

/** The streams that a process reads. They share its memory, so each gets less if there are more. */
export interface StreamRoom {
  /** Counts a stream until `end` is called. */
  open(): { readonly share: () => StreamShare; readonly end: () => void };
  /** The most characters in the lists of an answer to a stream. Longer lists are cut, and the answer has counts. */
  listedCharacters(): number;
}

export function createStreamRoom(): StreamRoom {
  let openStreams = 0;
  return {
    open() {
      openStreams += 1;
      return { share: () => shareOf(openStreams, heapBytes()), end: () => void (openStreams -= 1) };
    },
    listedCharacters() {
      const each = heapBytes() / LISTED_SHARE_OF_HEAP / (openStreams + 1);
      return Math.min(Math.max(Math.floor(each), SHORTEST_LISTS), LONGEST_LISTS);
    },
  };
}

function shareOf(open: number, heap: number): StreamShare {
  const each = heap / SHARE_OF_HEAP / Math.max(open, 1);
  // One slice is collected while the others are stored.
  const isRoomy = each >= (SLICES_UNDER_WAY + 1) * LARGEST_SLICE;
  const sliceCharacters = Math.min(Math.max(Math.floor(each / 2), SMALLEST_SLICE), LARGEST_SLICE);
  return { sliceCharacters, slicesUnderWay: isRoomy ? SLICES_UNDER_WAY : 1 };
}

function heapBytes(): number {
  return getHeapStatistics().heap_size_limit - YOUNG_BYTES;
}
