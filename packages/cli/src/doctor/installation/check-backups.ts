import { systemClock } from "@counterfoil/service";
import { Temporal } from "temporal-polyfill";
import { archiveFailure } from "../../backup/archive-failure.ts";
import { readLastBackup } from "../../backup/last-backup.ts";
import type { Configuration } from "../../configuration/configuration.ts";
import { asOwner } from "../../platform/owner-connection.ts";
import { fault, type Finding, ok, warning } from "./finding.ts";

/** Backups are made once a day. One may fail. */
const OLDEST_BACKUP_HOURS = 48;
/** A segment is archived a minute after a write. An installation without writes archives none. */
const OLDEST_SEGMENT_HOURS = 24;

/** The ages of the last backup and of the last archived segment of the write-ahead log. */
export async function checkBackups(ownerUrl: string, configuration: Configuration): Promise<Finding[]> {
  return [await backup(configuration), await archive(ownerUrl)];
}

async function backup({ databaseUrl, dataFolder }: Configuration): Promise<Finding> {
  if (databaseUrl !== null) return ok("Backup", "those of your own server are not visible from here; ask its tool");
  const last = await readLastBackup(dataFolder);
  if (last === null)
    return warning("Backup", "none yet", 'Run "counterfoil backup FOLDER" once a day: docs/backup.md.');
  const hours = hoursSince(last.endedAt);
  const found = `${ageText(hours)} old, in ${last.folder}`;
  return hours <= OLDEST_BACKUP_HOURS
    ? ok("Backup", found)
    : fault("Backup", found, 'Run "counterfoil backup FOLDER", and check the scheduler that runs it once a day.');
}

async function archive(ownerUrl: string): Promise<Finding> {
  const { isOn, failure } = await archiveFailure(ownerUrl);
  if (failure !== null) return fault("Archive", "failing", failure);
  if (!isOn) {
    return warning("Archive", "off", "See docs/backup.md: without it, changes since the last backup can be lost.");
  }
  const [row] = await asOwner(ownerUrl, (owner) =>
    owner.rows<{ at: string | null }>(
      `select to_char(last_archived_time, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from pg_stat_archiver`,
    ),
  );
  if (row === undefined || row.at === null) return ok("Archive", "on; no segment since the server's statistics began");
  const hours = hoursSince(row.at);
  const found = `the last segment was archived ${ageText(hours)} ago`;
  return hours <= OLDEST_SEGMENT_HOURS
    ? ok("Archive", found)
    : warning("Archive", found, "If data was written since, check archive_timeout and the archive folder.");
}

function hoursSince(instant: string): number {
  return Temporal.Instant.from(instant).until(systemClock.now()).total("hours");
}

function ageText(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.floor(hours / 24)} days`;
}
