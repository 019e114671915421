import { asOwner } from "../platform/owner-connection.ts";

export interface ArchiveStanding {
  readonly isOn: boolean;
  /** Why the archive does not grow, for people; null where it does. */
  readonly failure: string | null;
}

/** What PostgreSQL says of its archiver. */
export async function archiveFailure(ownerUrl: string): Promise<ArchiveStanding> {
  const [row] = await asOwner(ownerUrl, (owner) =>
    owner.rows<{ mode: string; segment: string | null; at: string | null }>(
      `select current_setting('archive_mode') as mode, s.last_failed_wal as segment, s.last_failed_time::text as at
       from (select 1) one left join pg_stat_archiver s
         on s.last_failed_time is not null and (s.last_archived_time is null or s.last_failed_time > s.last_archived_time)`,
    ),
  );
  const isOn = row?.mode === "on";
  const failure =
    isOn && row.segment !== null
      ? `The archive does not grow: ${row.segment} could not be put there at ${row.at}. Is its folder full, or another's? ` +
        "The log is kept beside the data until it can, and fills that disk."
      : null;
  return { isOn, failure };
}
