import { invariant } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";

/** What events of one stream have in common. */
export interface StreamNames {
  /** Null while no account is known by the reference. */
  readonly accountId: string | null;
  /** The account as it was sent; null when that was its id. */
  readonly accountReference: string | null;
  readonly eventName: string;
}

interface StreamRow extends StreamNames {
  readonly id: string;
}

const NAME_TYPES = { accountId: "text", accountReference: "text", eventName: "text" } as const;

/** Ids of streams that were committed once: they are never given to another. Emptied when it grows too large. */
const known = new Map<string, string>();
const MOST_KNOWN = 200_000;

/** Finds the streams of all events and makes the missing, in one order, so that two batches with the same ones do not deadlock. */
export async function streamIds(tx: Tx, events: readonly StreamNames[]): Promise<string[]> {
  const keys = events.map((event) => keyOf(tx, event));
  const found = new Map<string, string>();
  const missing = new Map<string, StreamNames>();
  for (const [index, key] of keys.entries()) {
    const id = known.get(key);
    if (id !== undefined) found.set(key, id);
    else missing.set(key, events[index] as StreamNames);
  }
  if (missing.size > 0) {
    const names = [...missing].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
    const existing = await findStreams(tx, names);
    for (const row of existing) {
      found.set(keyOf(tx, row), row.id);
      remember(tx, row);
      missing.delete(keyOf(tx, row));
    }
    const made = await makeStreams(
      tx,
      names.filter((each) => missing.has(keyOf(tx, each))),
    );
    for (const row of made) found.set(keyOf(tx, row), row.id);
  }
  return keys.map((key) => {
    const id = found.get(key);
    invariant(id !== undefined, "each event has a stream");
    return id;
  });
}

/** The streams of names that no account is known by. */
export async function findUnmatchedStreams(tx: Tx, names: readonly string[]): Promise<StreamRow[]> {
  return tx.sql<StreamRow>(
    `select id, account_id, account_reference, event_name from usage_stream
     where organization_id = $1 and account_id is null and account_reference = any($2)`,
    [tx.organizationId, names],
  );
}

async function findStreams(tx: Tx, names: readonly StreamNames[]): Promise<StreamRow[]> {
  const { source, values } = unnested(names, NAME_TYPES);
  return tx.sql<StreamRow>(
    `with given as materialized (select * from ${source})
     select s.id, s.account_id, s.account_reference, s.event_name from given
     join usage_stream s on s.account_id = given.account_id and s.event_name = given.event_name and s.organization_id = $1
       and s.account_reference is not distinct from given.account_reference
     union all
     select s.id, s.account_id, s.account_reference, s.event_name from given
     join usage_stream s on s.organization_id = $1 and s.account_id is null and s.account_reference = given.account_reference
       and s.event_name = given.event_name
     where given.account_id is null`,
    [tx.organizationId, ...values],
    "find-usage-streams",
  );
}

/** Waits for others that make the same ones. They are remembered from the next time on, when they are known to be committed. */
async function makeStreams(tx: Tx, names: readonly StreamNames[]): Promise<StreamRow[]> {
  if (names.length === 0) return [];
  const { source, values, columns } = unnested(names, NAME_TYPES);
  const made = await tx.sql<StreamRow>(
    `insert into usage_stream (organization_id, ${columns}) select $1, ${columns} from ${source}
     on conflict do nothing returning id, ${columns}`,
    [tx.organizationId, ...values],
    "make-usage-streams",
  );
  // Those that another transaction made meanwhile are committed by now.
  return made.length === names.length ? made : findStreams(tx, names);
}

function remember(tx: Tx, row: StreamRow): void {
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(keyOf(tx, row), row.id);
}

/** No name holds a NUL. */
function keyOf({ organizationId }: Tx, { accountId, accountReference, eventName }: StreamNames): string {
  return `${organizationId} ${accountId ?? ""} ${eventName}\0${accountReference ?? ""}`;
}
