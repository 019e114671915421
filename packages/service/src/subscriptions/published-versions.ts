import type { VersionRow } from "@counterfoil/storage";

/** Draft versions as they will be once they are activated: each ends where the next starts. One without a start is none of them. */
export function publishedVersions(versions: readonly VersionRow[]): VersionRow[] {
  const started = versions
    .filter(({ startOn }) => startOn !== null)
    .toSorted((a, b) => ((a.startOn ?? "") < (b.startOn ?? "") ? -1 : 1));
  return started.map((version, place): VersionRow => {
    return { ...version, status: "published", endOn: started[place + 1]?.startOn ?? null };
  });
}
