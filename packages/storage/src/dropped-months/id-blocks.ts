import { hash } from "node:crypto";

/** Bytes of the SHA-256 of an ID. Of 100 million IDs, a new one has the same with a probability of 1.3e-21. */
const ID_BYTES = 12;
/** Bytes of the hash of a content. Another content has the same with a probability of 5e-20. */
const CONTENT_BYTES = 8;
/** Entries have 20 bytes. A block fills a page of PostgreSQL, of which 8,160 bytes are for the row and its header. */
export const ENTRIES_OF_A_BLOCK = 404;

/** Entries in ascending order, as a row has them. */
export interface IdBlock {
  readonly firstHash: Buffer;
  readonly ids: Buffer;
}

/** The part of an entry that identifies the ID, as hexadecimal digits. */
export function idHash(id: string): string {
  return hash("sha256", id, "hex").slice(0, 2 * ID_BYTES);
}

/** The entry of an ID whose content has a hash of at least 16 hexadecimal digits. */
export function idEntry(id: string, contentHash: string): Buffer {
  return Buffer.from(idHash(id) + contentHash.slice(0, 2 * CONTENT_BYTES), "hex");
}

/** Blocks of entries that are in ascending order. */
export function toIdBlocks(entries: readonly Uint8Array[]): IdBlock[] {
  const blocks: IdBlock[] = [];
  for (let from = 0; from < entries.length; from += ENTRIES_OF_A_BLOCK) {
    const ids = Buffer.concat(entries.slice(from, from + ENTRIES_OF_A_BLOCK));
    blocks.push({ firstHash: ids.subarray(0, ID_BYTES), ids });
  }
  return blocks;
}

/**
 * The hash that is stored with an ID: that of the sent content if the bytes that were kept agree, and otherwise another one,
 * which no content has. So the same content is a duplicate and another one is a conflict, never a loss (R-EVT-3).
 *
 * @param kept 16 hexadecimal digits
 */
export function storedContentHash(kept: string, sent: string): string {
  return sent.startsWith(kept) ? sent : kept.padEnd(sent.length, "0");
}

/** SQL: what a block has of the content of an ID at this place, of which 0 means that it lacks the ID. */
export function contentAt(place: string): string {
  return `case when ${place} > 0 then encode(substr(ids, ${place} + ${ID_BYTES}, ${CONTENT_BYTES}), 'hex') end`;
}
