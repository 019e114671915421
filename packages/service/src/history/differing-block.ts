import type { ClaimedBlock, Fingerprint } from "@counterfoil/storage";

export function isEqual(a: Fingerprint, b: Fingerprint): boolean {
  return a.rows === b.rows && a.hash === b.hash;
}

export function differenceOf(expected: Fingerprint, found: Fingerprint): string {
  return `PostgreSQL has ${expected.rows} rows with hash ${expected.hash}, ClickHouse ${found.rows} with ${found.hash}`;
}

/** Why copying or reading stopped, as `history status` shows it. */
export function differingBlock(
  { table, after, through }: Pick<ClaimedBlock, "table" | "after" | "through">,
  difference: string,
): string {
  return `The block (${after}, ${through}] of ${table} differs: ${difference}.`;
}
