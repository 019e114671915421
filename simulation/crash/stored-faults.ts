import type { Pool } from "pg";

/** Faults in the database of one organization after its processes were killed. */
export interface Stored {
  /** As the owner of the database. */
  readonly owner: Pool;
  readonly organizationId: string;
}

/** Numbers of these tables run from 1 without a gap in each series. */
export async function numberFaults(
  { owner, organizationId }: Stored,
  tables: readonly ("invoice" | "credit_note")[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const table of tables) {
    const { rows } = await owner.query<{ series: string; count: string; first: string; last: string }>(
      `select series, count(distinct sequence) as count, min(sequence) as first, max(sequence) as last from ${table}
       where organization_id = $1 and sequence is not null group by series`,
      [organizationId],
    );
    if (rows.length === 0) faults.push(`no ${table} has a number`);
    for (const { series, count, first, last } of rows) {
      if (first !== "1" || last !== count) faults.push(`${table}s of ${series}: ${count} from ${first} to ${last}`);
    }
  }
  return faults;
}

/** The journal sums to zero. An empty one proves nothing. */
export async function journalFaults({ owner, organizationId }: Stored): Promise<string[]> {
  const { rows } = await owner.query<{ sum: string | null }>(
    `select sum(amount::numeric) from journal_entry, unnest(amounts) as amount where organization_id = $1`,
    [organizationId],
  );
  return Number(rows[0]?.sum ?? "1") === 0 ? [] : [`the journal sums to ${rows[0]?.sum}`];
}

/** Every answered event is stored once, and no other is. */
export async function eventFaults(
  { owner, organizationId }: Stored,
  answered: { has(id: string): boolean; keys(): Iterable<string> },
): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; times: string }>(
    "select unique_id as id, count(*) as times from named_usage_event where organization_id = $1 group by unique_id",
    [organizationId],
  );
  const stored = new Map(rows.map(({ id, times }) => [id, times]));
  const missing = [...answered.keys()].filter((id) => stored.get(id) !== "1");
  const more = rows.filter(({ id }) => !answered.has(id));
  return [
    ...missing.map((id) => `the answered event ${id} is stored ${stored.get(id) ?? 0} times`),
    ...more.map(({ id }) => `the event ${id} is stored, but was never answered`),
  ];
}

/** Each notification arrived at least once, in order per object. */
export async function toldFaults(
  { owner, organizationId }: Stored,
  told: readonly string[],
): Promise<{ faults: string[]; notifications: number }> {
  const { rows } = await owner.query<{ id: string; object_id: string; sequence: string }>(
    `select n.id, n.object_id, n.sequence from notification n
     join webhook_delivery d on d.organization_id = n.organization_id and d.notification_id = n.id
     where n.organization_id = $1`,
    [organizationId],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const heard = new Set(told);
  const faults = rows.filter(({ id }) => !heard.has(id)).map(({ id }) => `${id} was never told`);
  const latest = new Map<string, number>();
  for (const id of told) {
    const one = byId.get(id);
    if (one === undefined) {
      faults.push(`${id} was told, and there is no such notification`);
      continue;
    }
    const sequence = Number(one.sequence);
    if (sequence < (latest.get(one.object_id) ?? 0))
      faults.push(`${id} of ${one.object_id} was told after a later one`);
    latest.set(one.object_id, Math.max(sequence, latest.get(one.object_id) ?? 0));
  }
  return { faults, notifications: rows.length };
}
