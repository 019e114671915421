import type { Ids } from "@counterfoil/service";

/** Ids that are the same for the same run, and ascend in the order in which they were made. */
export function countedIds(): Ids {
  let count = 0;
  return {
    next(prefix) {
      count += 1;
      return `${prefix}_${count.toString(32).padStart(26, "0")}`;
    },
  };
}
