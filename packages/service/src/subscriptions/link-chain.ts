import type { VersionRow } from "@counterfoil/storage";

/** Where a version ends: on the first day of the next one. */
type VersionEnd = Pick<VersionRow, "endOn" | "endDate">;

/**
 * The published versions with one that is published now, in the order of their starts, and the new ends of those that are to be
 * written: each version ends where the next starts. The new one is always written.
 */
export function linkChain(
  others: readonly VersionRow[],
  version: VersionRow,
): { chain: VersionRow[]; moved: { link: VersionRow; end: VersionEnd }[] } {
  const chain = [...others, version].sort((a, b) => (a.startOn ?? "").localeCompare(b.startOn ?? ""));
  const moved = chain.flatMap((link, index) => {
    const next = chain[index + 1];
    const endOn = next?.startOn ?? null;
    return link.endOn === endOn && link !== version ? [] : [{ link, end: { endOn, endDate: next?.startDate ?? null } }];
  });
  return { chain, moved };
}
