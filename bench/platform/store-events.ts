import type pg from "pg";

/** Writes many million events by SQL in minutes, as the platform would have stored them: volume for other measurements. */
export interface StoredEvents {
  readonly count: number;
  /** First of the days over which they are spread evenly. */
  readonly from: string;
  readonly days: number;
  readonly eventNames: readonly string[];
  /** SQL over `n`: the index of the n-th event's account within the organization. */
  readonly place: string;
}

/** SQL over `n`: a number below one for an event, the same each time. */
const SHARE = "(hashint8(n) & 1048575) / 1048576.0";

/** The same power law as the load over HTTP, for this many accounts. */
export function placeByPowerLaw(accounts: number): string {
  return `(case when ${SHARE} < 0.35 then 0 when ${SHARE} < 0.78 then 1 + floor((${SHARE} - 0.35) / 0.43 * 4)
    else 5 + floor(${accounts - 5} * power((${SHARE} - 0.78) / 0.22, 2)) end)::integer`;
}

const CHUNK = 2_000_000;

/** Numbers the organization's accounts from 0, as storing events requires. */
export async function placeAccounts(owner: pg.Client, organizationId: string): Promise<void> {
  await owner.query("drop table if exists bench_account");
  await owner.query("create unlogged table bench_account (place integer primary key, id text not null)");
  await owner.query(
    `insert into bench_account select row_number() over (order by id) - 1, id from account where organization_id = $1`,
    [organizationId],
  );
  await owner.query("analyze bench_account");
}

/** Writes the events in chunks, one per client at a time. */
export async function storeEvents(
  clients: readonly pg.Client[],
  organizationId: string,
  events: StoredEvents,
): Promise<void> {
  await makeStreams(clients[0] as pg.Client, organizationId, events.eventNames);
  const starts = Array.from({ length: Math.ceil(events.count / CHUNK) }, (_, index) => index * CHUNK).values();
  await Promise.all(
    clients.map(async (client) => {
      for (const start of starts) await storeChunk(client, organizationId, events, start);
    }),
  );
}

/** The stream of each account and event name. */
async function makeStreams(client: pg.Client, organizationId: string, eventNames: readonly string[]): Promise<void> {
  await client.query(
    `insert into usage_stream (organization_id, account_id, event_name)
     select $1, a.id, name from bench_account a, unnest($2::text[]) as name on conflict do nothing`,
    [organizationId, eventNames],
  );
  await client.query("drop table if exists bench_stream");
  await client.query(
    `create unlogged table bench_stream as select a.place, s.event_name, s.id from usage_stream s
     join bench_account a on a.id = s.account_id where s.account_reference is null`,
  );
  await client.query("analyze bench_stream");
}

async function storeChunk(client: pg.Client, organizationId: string, events: StoredEvents, start: number) {
  const names = events.eventNames.map((name) => `'${name}'`).join(",");
  await client.query(
    `insert into usage_event (sequence, timestamp, received_at, organization_number, stream_id, unique_id, properties)
     select nextval('usage_batch') * 65536, at, at, (select number from organization where id = $1), s.id,
       'bench-' || $3 || '-' || n, json_build_object('quantity', (n % 7)::text, 'region', 'region-' || n % 4)
     from (select n, ${events.place} as place, $2::timestamptz + random() * $3::integer * interval '1 day' as at
           from generate_series($4::bigint, $5::bigint) n) g
     join bench_stream s on s.place = g.place and s.event_name = (array[${names}])[n % ${events.eventNames.length} + 1]`,
    [organizationId, events.from, events.days, start + 1, Math.min(start + CHUNK, events.count)],
  );
}

/** Writes without the indexes of usage_event and creates them afterwards, which takes a third of the time. */
export async function withoutIndexes(owner: pg.Client, write: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'usage_event'::regclass`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  await write();
  await owner.query("set maintenance_work_mem = '1GB'");
  for (const { definition } of rows) await owner.query(definition.replace(" ON ONLY ", " ON "));
}

/** Totals that the platform would have stored, for metrics that count or sum by at most one group. */
export async function totalEvents(owner: pg.Client, organizationId: string): Promise<void> {
  await owner.query("set work_mem = '256MB'");
  await owner.query(
    `create unlogged table bench_quarter (generation bigint, account_id text, group_values text, bucket integer,
       last_sequence bigint, event_count bigint, first_at timestamptz, last_at timestamptz, value numeric)`,
  );
  const { rows: partitions } = await owner.query<{ name: string }>(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'usage_event'::regclass",
  );
  // One after the other, because of temporary disk space. No quarter hour is in two of them.
  for (const { name } of partitions) await sumQuarters(owner, organizationId, name);
  await owner.query(
    `insert into usage_series (organization_id, generation, account_id, group_values)
     select distinct $1, generation, account_id, group_values from bench_quarter`,
    [organizationId],
  );
  for (const span of [900, 86_400]) {
    await owner.query(
      `insert into usage_total (series_id, span, bucket, lane, method, last_sequence, event_count, skipped, first_at, last_at,
         organization_number, value)
       select s.id, $2::integer, q.bucket / ($2::integer / 900), 0, m.method, max(q.last_sequence), sum(q.event_count), 0,
         min(q.first_at), max(q.last_at), (select number from organization where id = $1),
         case when m.method = 's' then sum(q.value) end
       from bench_quarter q
       join usage_series s using (generation, account_id, group_values)
       join (select generation, case aggregation ->> 'method' when 'sum' then 's'::"char" else 'c'::"char" end as method
             from usage_totalling where organization_id = $1) m using (generation)
       where s.organization_id = $1
       group by s.id, q.bucket / ($2::integer / 900), m.method
       order by s.id, q.bucket / ($2::integer / 900)`,
      [organizationId, span],
    );
  }
  await owner.query("drop table bench_quarter");
}

async function sumQuarters(owner: pg.Client, organizationId: string, partition: string): Promise<void> {
  await owner.query(
    `insert into bench_quarter
     select g.generation, s.account_id, g.group_values, floor(extract(epoch from e.timestamp) / 900)::integer,
       max(e.sequence), count(*), min(e.timestamp), max(e.timestamp), sum(e.quantity)
     from (select *, (properties ->> 'quantity')::numeric as quantity, properties ->> 'region' as region
           from ${partition} where organization_number = (select number from organization where id = $1)) e
     join usage_stream s on s.id = e.stream_id
     cross join lateral (
       select t.generation, case when t.group_by = '{}' then '[]' else json_build_array(e.region)::text end as group_values
       from usage_totalling t where t.organization_id = $1 and t.event_name = s.event_name) g
     group by 1, 2, 3, 4`,
    [organizationId],
  );
}
