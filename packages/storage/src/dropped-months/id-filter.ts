/** 256 bits, which fit into a cache line. An ID sets one bit in each of the 8 words of one block. */
const WORDS = 8;
/** 16 bits an ID: about one of 1,000 other IDs passes. */
const IDS_OF_A_BLOCK = 16;
/** The salts of the first two words have names, so that the first loop of `passFilter` reads no array. */
const FIRST_SALT = 0x47b6137b;
const SECOND_SALT = 0x44974d91;
/** Odd numbers that select a bit of each word. Stored filters depend on them: never change them. */
const SALTS = Int32Array.of(
  FIRST_SALT,
  SECOND_SALT,
  0x8824ad5b,
  0xa2b7289d,
  0x705495c7,
  0x2df1424b,
  0x9efc4947,
  0x5c6bfb31,
);

/**
 * Two hashes of 32 bits for each ID, one after the other. They are fast and not secure: an ID that passes a filter by chance,
 * or because somebody looked for it, is only compared with the stored IDs. Stored filters depend on them: never change them.
 */
export function hashIds(ids: readonly string[]): Uint32Array {
  const hashes = new Uint32Array(ids.length * 2);
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] ?? "";
    let first = 0xdeadbeef;
    let second = 0x41c6ce57;
    for (let place = 0; place < id.length; place += 1) {
      const character = id.charCodeAt(place);
      first = Math.imul(first ^ character, 2_654_435_761);
      second = Math.imul(second ^ character, 1_597_334_677);
    }
    first = Math.imul(first ^ (first >>> 16), 2_246_822_507) ^ Math.imul(second ^ (second >>> 13), 3_266_489_909);
    second = Math.imul(second ^ (second >>> 16), 2_246_822_507) ^ Math.imul(first ^ (first >>> 13), 3_266_489_909);
    hashes[2 * index] = first;
    hashes[2 * index + 1] = second;
  }
  return hashes;
}

/** An empty filter for so many IDs. */
export function createIdFilter(ids: number): Uint32Array {
  return new Uint32Array(Math.max(Math.ceil(ids / IDS_OF_A_BLOCK), 1) * WORDS);
}

export function addToFilter(filter: Uint32Array, hashes: Uint32Array): void {
  const scale = scaleOf(filter);
  for (let at = 0; at < hashes.length; at += 2) {
    const block = blockOf(hashes[at] ?? 0, scale);
    const selector = hashes[at + 1] ?? 0;
    for (let word = 0; word < WORDS; word += 1) {
      filter[block + word] = (filter[block + word] ?? 0) | bitOf(selector, word);
    }
  }
}

/**
 * The positions of the IDs that the filter may contain: all that it contains, and about one of 1,000 others.
 *
 * The first loop tests two words of each block in few instructions without a branch, so that the processor reads several
 * blocks from memory at the same time. A quarter of new IDs remains for the second loop, which finds their blocks in its cache.
 *
 * @param remaining room for as many numbers as IDs, so that the filters of all months share it
 */
export function passFilter(
  filter: Uint32Array,
  hashes: Uint32Array,
  remaining = new Uint32Array(hashes.length / 2),
): number[] {
  const scale = scaleOf(filter);
  let count = 0;
  for (let at = 0; at < hashes.length; at += 2) {
    const block = blockOf(hashes[at] ?? 0, scale);
    const selector = hashes[at + 1] ?? 0;
    const first = (filter[block] ?? 0) >>> placeOf(selector, FIRST_SALT);
    const second = (filter[block + 1] ?? 0) >>> placeOf(selector, SECOND_SALT);
    remaining[count] = at;
    count += first & second & 1;
  }
  const passed: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = remaining[index] ?? 0;
    const block = blockOf(hashes[at] ?? 0, scale);
    const selector = hashes[at + 1] ?? 0;
    let word = 2;
    while (word < WORDS && ((filter[block + word] ?? 0) & bitOf(selector, word)) !== 0) word += 1;
    if (word === WORDS) passed.push(at / 2);
  }
  return passed;
}

function bitOf(selector: number, word: number): number {
  return 1 << placeOf(selector, SALTS[word] ?? 0);
}

/** The place of the bit in the word of a salt. */
function placeOf(selector: number, salt: number): number {
  return Math.imul(selector, salt) >>> 27;
}

/** The first word of the block of a hash. */
function blockOf(hash: number, scale: number): number {
  return Math.floor(hash * scale) * WORDS;
}

/** The number of blocks for each value of a hash of 32 bits. Dividing by a power of two is exact. */
function scaleOf(filter: Uint32Array): number {
  return filter.length / WORDS / 4_294_967_296;
}

/** The filter as it is stored, in parts of at most so many bytes. */
export function filterParts(filter: Uint32Array, most: number): Buffer[] {
  const bytes = Buffer.alloc(filter.length * 4);
  for (const [index, word] of filter.entries()) bytes.writeUInt32LE(word, index * 4);
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += most) parts.push(bytes.subarray(from, from + most));
  return parts;
}

/** The filter of stored parts, in order. */
export function filterOf(parts: readonly Uint8Array[]): Uint32Array {
  const bytes = Buffer.concat(parts);
  const filter = new Uint32Array(bytes.length / 4);
  for (let index = 0; index < filter.length; index += 1) filter[index] = bytes.readUInt32LE(index * 4);
  return filter;
}
