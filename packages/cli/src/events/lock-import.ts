import { hash } from "node:crypto";
import { hostname } from "node:os";
import { CommandError } from "../command.ts";
import type { OwnerConnection } from "../platform/owner-connection.ts";
import type { EventFile } from "./event-file.ts";

export interface LockedImport {
  readonly organizationId: string;
  readonly file: EventFile;
  readonly rejectsPath: string;
  /** A dry run stores nothing, so it locks only its rejects file. */
  readonly isDryRun: boolean;
}

/** A resource that only one import at a time may hold, and the message for a second import. */
interface Claim {
  readonly key: string;
  readonly refusal: (holder: string) => string;
}

/**
 * Locks a file for one import into its organization, across folders and machines. Also locks the rejects file and the
 * progress file next to it, which two imports would overwrite. If either is locked, fails with the name of the holder.
 * The locks end with the connection, so a killed import leaves nothing to clean up.
 */
export async function lockImport(owner: OwnerConnection, locked: LockedImport): Promise<void> {
  // The second import reads this name; PostgreSQL keeps 63 bytes.
  const name = `import, process ${process.pid} on ${hostname()}`.slice(0, 63);
  await owner.rows("select set_config('application_name', $1, false), set_config('idle_session_timeout', '0', false)", [
    name,
  ]);
  for (const { key, refusal } of claimsOf(locked)) {
    const [answer] = await owner.rows<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [key]);
    if (answer?.locked !== true) throw new CommandError(refusal(await holderOf(owner, key)));
  }
}

function claimsOf({ organizationId, file, rejectsPath, isDryRun }: LockedImport): Claim[] {
  const place: Claim = {
    key: lockKey(["import rejects", hostname(), rejectsPath]),
    refusal: (holder) =>
      `A running import writes its rejects to ${rejectsPath} (${holder}). Wait until it ends, or choose another ` +
      "file with --rejects.",
  };
  if (file.identity === null || isDryRun) return [place];
  const { bytes, beginning } = file.identity;
  const content: Claim = {
    // Without the modification time, which a copy does not keep.
    key: lockKey(["import file", organizationId, bytes, beginning]),
    refusal: (holder) =>
      `${file.name} is already being imported into this organization (${holder}). Nothing was changed. If that import ` +
      "stops, run the same command to resume it.",
  };
  return [content, place];
}

/** The 64-bit key of an advisory lock in PostgreSQL. */
function lockKey(subject: readonly unknown[]): string {
  return BigInt.asIntN(64, BigInt(`0x${hash("sha256", JSON.stringify(subject)).slice(0, 16)}`)).toString();
}

async function holderOf(owner: OwnerConnection, key: string): Promise<string> {
  const [holder] = await owner.rows<{ name: string; since: string }>(
    `select a.application_name as name, to_char(a.backend_start, 'YYYY-MM-DD HH24:MI:SS') as since
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and a.datname = current_database()
       and ((l.classid::bigint << 32) | l.objid::bigint) = $1::bigint`,
    [key],
  );
  return holder === undefined ? "it ended a moment ago" : `${holder.name}, since ${holder.since} UTC`;
}
