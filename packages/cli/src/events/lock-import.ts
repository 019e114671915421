import { hash } from "node:crypto";
import { hostname } from "node:os";
import { CommandError } from "../command.ts";
import type { OwnerConnection } from "../platform/owner-connection.ts";
import type { EventFile } from "./event-file.ts";

export interface LockedImport {
  readonly organizationId: string;
  readonly file: EventFile;
  readonly rejectsPath: string;
  /** A dry run stores nothing, so only the list of its rejects is its own. */
  readonly isDryRun: boolean;
}

/** What one import at a time may have, and what is said to the second. */
interface Claim {
  readonly key: string;
  readonly refusal: (holder: string) => string;
}

/**
 * Holds a file for one import into its organization, from whatever folder or machine, and the list of rejects with the
 * standing beside it, which two would overwrite. Refuses with who holds it. Free when the connection ends, so nothing that a
 * killed import leaves has to be cleared away.
 */
export async function lockImport(owner: OwnerConnection, locked: LockedImport): Promise<void> {
  // Read by the second import; PostgreSQL keeps 63 bytes.
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
      `An import that runs lists its rejects in ${rejectsPath} (${holder}). Wait until it has ended, or name another ` +
      "place for these with --rejects.",
  };
  if (file.identity === null || isDryRun) return [place];
  const { bytes, beginning } = file.identity;
  const content: Claim = {
    // Without its time, which a copy does not have.
    key: lockKey(["import file", organizationId, bytes, beginning]),
    refusal: (holder) =>
      `${file.name} is being imported into this organization already (${holder}). Nothing was touched. If that one is ` +
      "stopped, the same command goes on where it was.",
  };
  return [content, place];
}

/** The 64 bits that PostgreSQL names an advisory lock by. */
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
