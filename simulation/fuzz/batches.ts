import type { Random } from "../random.ts";
import type { Operation } from "./openapi.ts";

/** Requests sent at the same moment. Most batches have one request. */
export interface Batch {
  readonly operations: readonly Operation[];
  /** The same request for each operation, including its `Idempotency-Key`, always valid. */
  readonly isRepeated: boolean;
  /** About one object of each kind, so that requests collide. */
  readonly isFocused: boolean;
}

const MOST_AT_ONCE = 8;
/** Probabilities of batches that begin with a read and with a write. */
const SHARE_TOGETHER = { reading: 0.1, writing: 0.5 };

type Kind = "others" | "others on one object" | "alike" | "alike on one object" | "repeated";

/** What is sent together with a request, by weight: reads collide with no other request, repeated writes may. */
const BESIDE_READING: readonly (readonly [number, Kind])[] = [
  [1, "others"],
  [2, "others on one object"],
];
const BESIDE_WRITING: readonly (readonly [number, Kind])[] = [
  [1, "others"],
  [2, "others on one object"],
  [1, "alike"],
  [2, "alike on one object"],
  [4, "repeated"],
];

/** Rotates the operations, so that every pair is adjacent in some round. */
export function batchesOf(operations: readonly Operation[], random: Random): (most: number) => Batch {
  let drawn = 0;

  function next(): Operation {
    const operation = operations[(drawn * 7 + Math.floor(drawn / operations.length)) % operations.length];
    if (operation === undefined) throw new Error("the document describes no operation");
    drawn += 1;
    return operation;
  }

  return (most) => {
    const first = next();
    const isReading = first.method === "GET";
    const isTogether = random.chance(isReading ? SHARE_TOGETHER.reading : SHARE_TOGETHER.writing);
    if (most < 2 || !isTogether) return { operations: [first], isRepeated: false, isFocused: false };
    const more = random.integer(1, Math.min(MOST_AT_ONCE, most) - 1);
    const kind = random.weighted(isReading ? BESIDE_READING : BESIDE_WRITING);
    const isOfOthers = kind === "others" || kind === "others on one object";
    return {
      operations: [first, ...Array.from({ length: more }, () => (isOfOthers ? next() : first))],
      isRepeated: kind === "repeated",
      isFocused: kind === "others on one object" || kind === "alike on one object",
    };
  };
}
