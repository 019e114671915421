import type { Row } from "../row.ts";

/** A named group of prices, in the order in which they were given. */
export type BundleRow = Row<"bundle"> & {
  priceIds: string[];
};
