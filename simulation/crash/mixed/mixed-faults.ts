import type { FakeStripe } from "@counterfoil/testkit/fake-stripe";
import type { Pool } from "pg";
import type { AnsweredApi } from "./answered-api.ts";
import type { Counts, Promised } from "./shoppers.ts";

interface Afterwards {
  readonly owner: Pool;
  readonly organizationId: string;
  readonly api: AnsweredApi;
  readonly promised: readonly Promised[];
  readonly counts: Counts;
  readonly stripe: FakeStripe;
  /** Ids of notifications, as the receiver was told them. */
  readonly told: readonly string[];
  /** Ids of events that were answered. */
  readonly events: ReadonlySet<string>;
}

/** All that is not as it was answered, is there twice, has a gap, or was not told. */
export async function mixedFaults(after: Afterwards): Promise<{ faults: string[]; notifications: number }> {
  const told = await toldFaults(after);
  return {
    notifications: told.notifications,
    faults: [
      ...(await promiseFaults(after)),
      ...(await countFaults(after)),
      ...(await numberFaults(after)),
      ...(await moneyFaults(after)),
      ...(await eventFaults(after)),
      ...told.faults,
    ],
  };
}

async function promiseFaults({ api, promised }: Afterwards): Promise<string[]> {
  const faults: string[] = [];
  for (const { path, members } of promised) {
    const found = await api.get<Record<string, unknown>>(path).catch((error: unknown) => ({ error: String(error) }));
    for (const [name, value] of Object.entries(members)) {
      const now = (found as Record<string, unknown>)[name];
      if (JSON.stringify(now) !== JSON.stringify(value)) {
        faults.push(`${path} was answered with ${name} ${JSON.stringify(value)} and has ${JSON.stringify(now)}`);
      }
    }
  }
  return faults;
}

async function countFaults({ owner, organizationId, counts, stripe }: Afterwards): Promise<string[]> {
  const one = async (text: string): Promise<number> =>
    Number((await owner.query<{ count: string }>(`select count(*) from ${text}`, [organizationId])).rows[0]?.count);
  const of = "organization_id = $1";
  const clocked = `invoice where ${of} and subscription_id is not null and test_clock_id is`;
  const succeeded = [...stripe.books.intents.values()].filter(({ status }) => status === "succeeded").length;
  const pairs: [string, number, number][] = [
    ["one-off invoices", counts.oneOff, await one(`invoice where ${of} and subscription_id is null`)],
    ["recorded payments", counts.payments, await one(`payment where ${of} and provider <> 'stripe'`)],
    ["refunds", counts.refunds, await one(`refund where ${of}`)],
    ["grants", counts.grants, await one(`credit_grant where ${of}`)],
    ["notes", counts.notes, await one(`credit_note where ${of}`)],
    ["collected invoices", counts.collected, await one(`${clocked} null and status = 'paid'`)],
    ["invoices of members", counts.collected, await one(`${clocked} null`)],
    ["months on test clocks", counts.clockMonths, await one(`${clocked} not null`)],
    ["payments at the provider", counts.collected, succeeded],
    [
      "payments through the provider",
      counts.collected,
      await one(`payment where ${of} and provider = 'stripe' and status = 'succeeded'`),
    ],
  ];
  return pairs.flatMap(([what, wanted, found]) => (wanted === found ? [] : [`${found} ${what} and not ${wanted}`]));
}

async function numberFaults({ owner, organizationId }: Afterwards): Promise<string[]> {
  const faults: string[] = [];
  for (const table of ["invoice", "credit_note"]) {
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

async function moneyFaults({ owner, organizationId, counts, stripe }: Afterwards): Promise<string[]> {
  const { rows } = await owner.query<{ sum: string | null }>(
    `select sum(amount::numeric) from journal_entry, unnest(amounts) as amount where organization_id = $1`,
    [organizationId],
  );
  const faults = Number(rows[0]?.sum ?? "1") === 0 ? [] : [`the journal sums to ${rows[0]?.sum}`];
  const wanted = counts.collected * 31_00;
  return stripe.books.cash === wanted
    ? faults
    : [...faults, `the provider took ${stripe.books.cash} and not ${wanted}`];
}

async function eventFaults({ owner, organizationId, events }: Afterwards): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; times: string }>(
    "select unique_id as id, count(*) as times from named_usage_event where organization_id = $1 group by unique_id",
    [organizationId],
  );
  const stored = new Map(rows.map(({ id, times }) => [id, times]));
  const missing = [...events].filter((id) => stored.get(id) !== "1");
  const more = rows.filter(({ id }) => !events.has(id));
  return [
    ...missing.map((id) => `the answered event ${id} is stored ${stored.get(id) ?? 0} times`),
    ...more.map(({ id }) => `the event ${id} is stored, and nobody was told in the end`),
  ];
}

/** Each notification at least once, and those of one object in the order in which they happened. */
async function toldFaults({
  owner,
  organizationId,
  told,
}: Afterwards): Promise<{ faults: string[]; notifications: number }> {
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
