import {
  countUnmatchedEvents,
  currentUsageSequence,
  type Database,
  exportUsageEvents,
  findAttention,
  findNewUsage,
  findUsageEvents,
  hasSentCosts,
  type ListQuery,
  listUsageEvents,
  readNewEvents,
  scanUsageEvents,
  type Tx,
  usagePropertyNames,
  type UsageEventSelection,
} from "@counterfoil/storage";
import pg from "pg";

/** A reading of an organization's events in another order than that of an account and time. */
export type Reader = readonly [name: string, read: (tx: Tx, ids: readonly string[]) => Promise<unknown>];

interface Shown {
  readonly sequence?: string;
  readonly uniqueId: string;
  readonly properties: unknown;
  readonly timestamp: string;
  readonly eventName: string;
  readonly cost: unknown;
}

/** The members that every reader has. Rows of a view have more. */
function shown(row: Shown): unknown {
  const { sequence, uniqueId, properties, timestamp, eventName, cost } = row;
  const { accountId, accountReference, receivedAt, voidedSequence } = row as unknown as Record<string, unknown>;
  return [
    sequence,
    uniqueId,
    accountId,
    accountReference,
    eventName,
    properties,
    timestamp,
    receivedAt,
    voidedSequence ?? null,
    cost,
  ];
}

const FROM = "2024-01-03T00:00:00.000Z";
const TO = "2024-01-30T12:00:00.000Z";

const SCANS = (["asc", "desc"] as const).flatMap((order) => [
  { order, eventName: null, from: null, to: null },
  { order, eventName: "call", from: FROM, to: TO },
]);

/** Every filter that a list accepts, on what a stream and on what an event says, and every order. */
const LISTS: readonly Pick<ListQuery, "filters" | "sort">[] = [
  { filters: [], sort: null },
  { filters: [{ field: "eventName", operator: "eq", value: "call" }], sort: { field: "timestamp", order: "desc" } },
  {
    filters: [{ field: "account", operator: "in", value: ["B-alias", "acct_1"] }],
    sort: { field: "uniqueId", order: "asc" },
  },
  { filters: [{ field: "accountId", operator: "exists", value: true }], sort: { field: "account", order: "desc" } },
  { filters: [{ field: "timestamp", operator: "gte", value: FROM }], sort: { field: "accountId", order: "asc" } },
  { filters: [{ field: "timestamp", operator: "lt", value: TO }], sort: { field: "eventName", order: "desc" } },
  {
    filters: [{ field: "uniqueId", operator: "contains", value: "EVENT\t1" }],
    sort: { field: "receivedAt", order: "asc" },
  },
  { filters: [{ field: "account", operator: "contains", value: "ALIAS" }], sort: null },
  {
    filters: [{ field: "uniqueId", operator: "nin", value: ["event\t1\\'"] }],
    sort: { field: "timestamp", order: "asc" },
  },
  { filters: [{ field: "eventName", operator: "ne", value: "call" }], sort: { field: "account", order: "asc" } },
  { filters: [{ field: "receivedAt", operator: "exists", value: false }], sort: null },
];

const SELECTIONS: readonly UsageEventSelection[] = [
  { accountId: null, eventName: null, from: null, to: null },
  { accountId: "acct_1", eventName: null, from: FROM, to: null },
  { accountId: null, eventName: "other", from: null, to: TO },
];

/** After all events. */
const PRESENT = { now: "2024-03-01T00:00:00.000Z", timeZone: "UTC", withTestClocks: true, after: [] };

const READERS: readonly Reader[] = [
  ...SCANS.map((scan): Reader => [`scan ${JSON.stringify(scan)}`, (tx) => scanned(tx, scan)]),
  ...LISTS.map((list): Reader => [`list ${JSON.stringify(list)}`, (tx) => listed(tx, list)]),
  ...SELECTIONS.map((selection): Reader => [`export ${JSON.stringify(selection)}`, (tx) => exported(tx, selection)]),
  ["events by ID", async (tx, ids) => (await findUsageEvents(tx, ids)).map(shown).toSorted(byText)],
  ["feed", fed],
  ["unmatched events", async (tx) => JSON.parse(JSON.stringify(await countUnmatchedEvents(tx, 10)))],
  [
    "unmatched events that need attention",
    async (tx) => JSON.parse(JSON.stringify(await findAttention(tx, "event_unmatched", PRESENT, 10))),
  ],
  ["usage that changed", async (tx) => findNewUsage(tx, 0n, BigInt(await currentUsageSequence(tx)))],
];

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

async function scanned(tx: Tx, scan: (typeof SCANS)[number]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof scanUsageEvents>> = await scanUsageEvents(tx, {
      ...scan,
      after,
      through: null,
      limit: 7,
    });
    found.push(...page.rows.map(shown));
    if (page.end === null) return found;
    after = page.end;
  }
}

async function listed(tx: Tx, query: Pick<ListQuery, "filters" | "sort">): Promise<unknown[]> {
  const all = await listUsageEvents(tx, { ...query, page: 1, limit: null });
  const pages: unknown[] = [];
  for (let page = 1; page <= 3; page += 1) {
    const { rows, total } = await listUsageEvents(tx, { ...query, page, limit: 5 });
    pages.push(total, rows.map(shown));
  }
  return [all.total, all.rows.map(shown), pages];
}

async function exported(tx: Tx, selection: UsageEventSelection): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const events of exportUsageEvents(tx, selection)) {
    rows.push(
      ...events.map(({ uniqueId, account, eventName, timestamp, properties, cost }) => {
        return [uniqueId, account, eventName, timestamp, properties, cost];
      }),
    );
  }
  return [rows, await usagePropertyNames(tx, selection), await hasSentCosts(tx, selection)];
}

async function fed(tx: Tx): Promise<unknown[]> {
  const through = await currentUsageSequence(tx);
  const found: unknown[] = [];
  for (let after = "0"; after !== through;) {
    const { rows, end } = await readNewEvents(tx, after, through);
    found.push(...rows.map(shown));
    after = end;
  }
  return found;
}

/** What every reader answers. */
export async function answersOf(
  database: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, read] of READERS) {
    answers[name] = await database.transaction(organizationId, (tx) => read(tx, ids));
  }
  return answers;
}

/** Deletes copied events that happened before an instant from PostgreSQL, as dropping their months does. */
export async function dropCopied(ownerUrl: string, organizationId: string, before: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query("begin");
    await owner.query(
      "update usage_history set dropped_before = $2, dropped_through = through_sequence where organization_id = $1",
      [organizationId, before],
    );
    await owner.query(
      `insert into usage_dropped_month (organization_number, month, first_sequence, last_sequence, verified_through, copy, dropped_at)
       select o.number, m, 0, h.through_sequence, h.through_sequence, h.copy, now()
       from usage_history h join organization o on o.id = h.organization_id
       cross join generate_series('2023-01-01'::date, $2::timestamptz, '1 month') as m where h.organization_id = $1
       on conflict do nothing`,
      [organizationId, before],
    );
    await owner.query(
      `delete from usage_event e using usage_history h, organization o, usage_stream s
       where h.organization_id = $1 and o.id = $1 and e.organization_number = o.number and s.id = e.stream_id
         and s.account_id is not null and e.timestamp < $2 and e.sequence <= h.through_sequence
         and (e.voided_sequence is null or e.voided_sequence <= h.through_sequence)`,
      [organizationId, before],
    );
    await owner.query("commit");
  } finally {
    await owner.end();
  }
}
