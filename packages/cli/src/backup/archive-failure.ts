import { asOwner } from "../platform/owner-connection.ts";

export interface ArchiveStanding {
  readonly isOn: boolean;
  /** Why archiving fails, as a message for the user; null if it works. */
  readonly failure: string | null;
}

/** Reads the state of PostgreSQL's archiver. */
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
      ? `Archiving fails: ${row.segment} could not be archived at ${row.at}. Check that the archive folder is not full and not used by another database. ` +
        "Until archiving works, the log stays in the data folder and fills its disk."
      : null;
  return { isOn, failure };
}
