import { setTimeout as pause } from "node:timers/promises";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** A notification with its place, and its data exactly as recorded. */
export type NewNotificationRow = Row<"notification", "data"> & { readonly data: string };

/** The sequence of the newest visible notification; "0" if there is none. Earlier ones may still be being written. */
export async function newestNotificationSequence(tx: Tx): Promise<string> {
  const [row] = await tx.sql<{ sequence: string }>(
    "select coalesce(max(sequence), 0) as sequence from notification where organization_id = $1",
    [tx.organizationId],
    "newest-notification-sequence",
  );
  return row?.sequence ?? "0";
}

const LOOK_AGAIN_MILLISECONDS = 20;

/**
 * A sequence up to which all notifications are committed and visible to the next statement.
 *
 * A transaction takes the sequence of a notification while it holds the lock of an insert on the table, and keeps this
 * lock until it ends. So everything up to the newest visible notification is settled when each transaction that held
 * the lock afterwards has ended. Writers are not delayed: nothing is locked here, only looked at.
 */
export async function settledNotificationSequence(tx: Tx): Promise<string> {
  const newest = await newestNotificationSequence(tx);
  for (let open = await writersOf(tx); open.size > 0; open = open.intersection(await writersOf(tx))) {
    await pause(LOOK_AGAIN_MILLISECONDS);
  }
  return newest;
}

/** The transactions of all organizations that may still commit a notification. */
async function writersOf(tx: Tx): Promise<Set<string>> {
  const rows = await tx.sql<{ virtualtransaction: string }>(
    `select distinct virtualtransaction from pg_locks
     where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
       and relation = 'notification'::regclass and mode = 'RowExclusiveLock' and granted`,
    [],
    "notification-writers",
  );
  return new Set(rows.map(({ virtualtransaction }) => virtualtransaction));
}

/** Rows and characters of data read at once. The last notification may exceed the limit. This limits a reader's memory. */
const ROWS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 1024 * 1024;

/** The notifications after one sequence and up to another, in that order, as many as are read at once. */
export async function readNewNotifications(
  tx: Tx,
  after: string,
  through: string,
): Promise<{ rows: NewNotificationRow[]; end: string }> {
  const rows = await tx.sql<NewNotificationRow & { found: string }>(
    `select id, type, object_id, timestamp, sequence, data, found from (
       select *, count(*) over () as found, sum(length(data)) over (order by sequence) - length(data) as characters_before
       from (
         select id, type, object_id, timestamp, sequence, data::text as data from notification
         where organization_id = $1 and sequence > $2 and sequence <= $3 order by sequence limit ${ROWS_AT_ONCE}
       ) as next
     ) as measured
     where characters_before < ${CHARACTERS_AT_ONCE} order by sequence`,
    [tx.organizationId, after, through],
    "new-notifications",
  );
  const last = rows.at(-1);
  const isAll = last === undefined || (rows.length < ROWS_AT_ONCE && Number(last.found) === rows.length);
  return { rows, end: isAll ? through : last.sequence };
}
