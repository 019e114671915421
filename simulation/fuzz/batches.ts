import type { Random } from "../random.ts";
import type { Operation } from "./openapi.ts";

/** Requests that are sent at the same moment; most batches are one request. */
export interface Batch {
  readonly operations: readonly Operation[];
  /** The very same request for each of the operations, its `Idempotency-Key` included. */
  readonly isRepeated: boolean;
  /** About one object of each kind, so that the requests are in each other's way. */
  readonly isFocused: boolean;
}

const MOST_AT_ONCE = 8;
/** Of the batches; more than half of the requests are then sent together with others. */
const SHARE_TOGETHER = 0.25;

/** Turns round the operations so that each is next to every other in some round. */
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
    if (most < 2 || !random.chance(SHARE_TOGETHER)) return { operations: [first], isRepeated: false, isFocused: false };
    const more = random.integer(1, Math.min(MOST_AT_ONCE, most) - 1);
    const kind = random.pick(["others", "others on one object", "alike", "alike on one object", "repeated"] as const);
    const isOfOthers = kind === "others" || kind === "others on one object";
    return {
      operations: [first, ...Array.from({ length: more }, () => (isOfOthers ? next() : first))],
      isRepeated: kind === "repeated",
      isFocused: kind === "others on one object" || kind === "alike on one object",
    };
  };
}
