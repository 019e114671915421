import type { VersionRow } from "@counterfoil/storage";

/**
 * Draft versions as they will be after activation: each ends where the next starts. Versions without a start are left
 * out.
 */
export function publishedVersions(versions: readonly VersionRow[]): VersionRow[] {
  const started = versions
    .filter(({ startOn }) => startOn !== null)
    .toSorted((a, b) => ((a.startOn ?? "") < (b.startOn ?? "") ? -1 : 1));
  return started.map((version, place): VersionRow => {
    return { ...version, status: "published", endOn: started[place + 1]?.startOn ?? null };
  });
}
