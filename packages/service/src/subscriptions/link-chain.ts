import type { VersionRow } from "@counterfoil/storage";

/** The end of a version: the first day of the next one. */
type VersionEnd = Pick<VersionRow, "endOn" | "endDate">;

/**
 * The published versions including the one that is published now, in the order of their starts, and the new ends to
 * write: each version ends where the next starts. The new version is always written.
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
