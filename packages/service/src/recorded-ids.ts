import type { IdPrefix, Ids } from "./ids.ts";

/** IDs that remember which ones they made, so that a preview finds the rows that its use case wrote. */
export interface RecordedIds extends Ids {
  /** The IDs with a prefix, in the order in which they were made. */
  made(prefix: IdPrefix): readonly string[];
}

export function recordIds(ids: Ids): RecordedIds {
  const all: { readonly prefix: IdPrefix; readonly id: string }[] = [];
  return {
    next(prefix) {
      const id = ids.next(prefix);
      all.push({ prefix, id });
      return id;
    },
    made: (prefix) => all.filter((one) => one.prefix === prefix).map(({ id }) => id),
  };
}
