import { readFile } from "node:fs/promises";
import {
  checkTotals,
  currentUsageSequence,
  findCheckedTotallings,
  findMetrics,
  foldAllIncrements,
  readRawUsage,
  readUsage,
  repairTotals,
  type Tx,
  type UsageAnswer,
  type UsageQuestion,
} from "@counterfoil/storage";
import { seeds } from "@counterfoil/testkit/rounds";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usageMetric } from "../../src/metrics/usage-metric.ts";
import {
  amendEvent,
  checkUsageTotals,
  type Context,
  createAccount,
  createMetric,
  ingestEvents,
  makeTotals,
  measureUsage,
  voidEvent,
} from "../../src/index.ts";
import { type Apart, startApart } from "./apart.ts";

let apart: Apart;
beforeAll(async () => {
  apart = await startApart();
});
afterAll(() => apart.stop());

const DAY = 86_400_000;
const FIRST = Date.UTC(2024, 0, 1);

/** Every method, alone or split by region. All except three have totals by quarters and days (R-EVT-8). */
const METRICS = [
  { name: "count", aggregation: { method: "count" } },
  { name: "sum", aggregation: { method: "sum", field: "n" } },
  { name: "sum by region", aggregation: { method: "sum", field: "n" }, groupBy: ["region"] },
  { name: "average", aggregation: { method: "average", field: "n" } },
  { name: "min", aggregation: { method: "min", field: "n" } },
  { name: "max", aggregation: { method: "max", field: "n" } },
  { name: "max by region", aggregation: { method: "max", field: "n" }, groupBy: ["region"] },
  { name: "latest by region", aggregation: { method: "latest", field: "n" }, groupBy: ["region"] },
  { name: "unique", aggregation: { method: "count_unique", field: "n" } },
  { name: "level", aggregation: { method: "weighted_sum", field: "n" } },
  { name: "percentile", aggregation: { method: "percentile", field: "n", percentile: 95 } },
] as const;

/** Numbers that the seed determines. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed * 7_919 + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/** Two days, the quarter at noon on the first day, and a time span that does not match quarters. */
const WINDOWS = [
  [0, 2 * DAY],
  [0, DAY],
  [DAY, 2 * DAY],
  [DAY / 2, DAY / 2 + 900_000],
  [DAY / 2 + 60_000, DAY + 7_000],
] as const;

async function questions(context: Context, tx: Tx, through: string, metricIds: readonly string[]) {
  const accounts = await tx.sql<{ id: string }>("select id from account where organization_id = $1 order by id", [
    context.organizationId,
  ]);
  const metrics = await findMetrics(tx, [...metricIds]);
  return metrics.flatMap((metric) =>
    accounts.flatMap(({ id: accountId }) =>
      WINDOWS.map(([start, end]): UsageQuestion => {
        return {
          key: `${metric.name} of ${accountId} in ${start} to ${end}`,
          accountId,
          metric: usageMetric(metric),
          start: new Date(FIRST + start).toISOString(),
          end: new Date(FIRST + end).toISOString(),
          throughSequence: through,
          groupBy: metric.groupBy,
          except: [],
        };
      }),
    ),
  );
}

const asText = (answers: readonly UsageAnswer[]) => answers.map((answer) => JSON.stringify(answer));

/** A cut-off like the one of an issued line, with the usage up to it when it was taken. */
interface CutOff {
  readonly asked: readonly UsageQuestion[];
  readonly answers: readonly string[];
}

async function cutOff(context: Context, metricIds: readonly string[]): Promise<CutOff> {
  return apart.database.transaction(context.organizationId, async (tx) => {
    const asked = await questions(context, tx, await currentUsageSequence(tx), metricIds);
    return { asked, answers: asText(await readRawUsage(tx, asked)) };
  });
}

/** Adds and ends events while totals are folded, refreshed, rebuilt and repaired in random order. */
async function live(seed: number, steps: number): Promise<void> {
  const random = randomFrom(seed);
  const context = await apart.createOrganization(`History ${seed}`);
  for (const alias of ["first", "second"]) await createAccount(context, { name: alias, aliases: [alias] });
  const metricIds: string[] = [];
  let next = 0;
  const make = async () => {
    const metric = METRICS[next];
    if (metric === undefined) return;
    next += 1;
    metricIds.push((await createMetric(context, { eventName: "call", ...metric })).id);
  };
  while (next < 8) await make();
  const content = () => ({
    account: random(3) === 0 ? "second" : "first",
    // Only a few quarters, so most buckets contain one or two events.
    timestamp: new Date(FIRST + random(2) * DAY + DAY / 2 + random(3) * 900_000 + random(900) * 1_000).toISOString(),
    properties: { n: String(random(9) - 2), region: ["eu", "us"][random(2)]! },
  });
  const standing: string[] = [];
  let sent = 0;
  const cutOffs: CutOff[] = [];
  const history: string[] = [];
  const repair = (tx: Tx) => repairAll(context, tx);
  const actions: Record<string, () => Promise<unknown>> = {
    send: async () => {
      const events = Array.from({ length: 1 + random(3) }, () => {
        sent += 1;
        return { uniqueId: `event-${sent}`, eventName: "call", ...content() };
      });
      standing.push(...events.map(({ uniqueId }) => uniqueId));
      expect((await ingestEvents(context, events)).failed).toEqual([]);
    },
    void: async () => {
      const [id] = standing.splice(random(Math.max(standing.length, 1)), 1);
      if (id !== undefined) await voidEvent(context, id);
    },
    amend: async () => {
      const id = standing[random(Math.max(standing.length, 1))];
      if (id !== undefined) await amendEvent(context, id, content());
    },
    fold: () => apart.database.transaction(context.organizationId, foldAllIncrements),
    refresh: () => makeTotals(context),
    repair: () => apart.database.transaction(context.organizationId, repair),
    make,
    cut: async () => cutOffs.push(await cutOff(context, metricIds)),
  };
  const weighted = Object.keys(actions).flatMap((name) =>
    Array<string>({ send: 4, void: 4, amend: 2, fold: 3, refresh: 2, repair: 1, make: 1, cut: 2 }[name] ?? 0).fill(
      name,
    ),
  );
  for (let step = 0; step < steps; step += 1) {
    const name = weighted[random(weighted.length)]!;
    history.push(name);
    await actions[name]!();
    await apart.database.transaction(context.organizationId, async (tx) => {
      for (const { asked, answers } of cutOffs) {
        expect(asText(await readUsage(tx, asked)), `seed ${seed}: ${history.join(", ")}`).toEqual(answers);
      }
    });
  }
  await makeTotals(context);
  await apart.database.transaction(context.organizationId, async (tx) => {
    const differences = [];
    for (const totalling of await findCheckedTotallings(tx)) {
      for (const { id } of await tx.sql<{ id: string }>("select id from account where organization_id = $1", [
        context.organizationId,
      ])) {
        differences.push(...(await checkTotals(tx, totalling, id)));
      }
    }
    expect(differences).toEqual([]);
    for (const { asked, answers } of cutOffs) expect(asText(await readRawUsage(tx, asked))).toEqual(answers);
  });
}

async function repairAll(context: Context, tx: Tx): Promise<void> {
  const accounts = await tx.sql<{ id: string }>("select id from account where organization_id = $1", [
    context.organizationId,
  ]);
  for (const totalling of await findCheckedTotallings(tx)) {
    for (const { id } of accounts) await repairTotals(tx, totalling, id);
  }
}

test.each(seeds({ few: 3, all: 9 }))(
  "history %i: usage up to a cut-off never changes, whatever is voided and recalculated later (R-EVT-4, R-EVT-6, R-EVT-8)",
  (seed) => live(seed, 40),
  60_000,
);

test("totals of months whose events were dropped are neither reported nor rebuilt, because nothing else has their usage (R-EVT-8)", async () => {
  const context = await apart.createOrganization("Dropped");
  await createAccount(context, { name: "First", aliases: ["first"] });
  const aggregation = { method: "sum", field: "n" } as const;
  const metric = await createMetric(context, { name: "Calls", eventName: "call", aggregation });
  const send = async (uniqueId: string, n: string) => {
    const event = {
      uniqueId,
      account: "first",
      eventName: "call",
      timestamp: "2024-01-05T12:07:00Z",
      properties: { n },
    };
    expect((await ingestEvents(context, [event])).ingested).toEqual([uniqueId]);
  };
  const quantity = async () => {
    const january = { from: "2024-01-01T00:00:00Z", to: "2024-02-01T00:00:00Z" };
    return (await measureUsage(context, metric.id, { account: "first", ...january })).quantity;
  };
  const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => apart.database.transaction(context.organizationId, work);
  await send("one", "10");
  await send("two", "20");
  await inTx(foldAllIncrements);
  const owner = new pg.Client({ connectionString: apart.ownerUrl });
  await owner.connect();
  await owner.query("insert into usage_retention (kept_months) values (1)");
  await owner.query(
    "delete from usage_event where organization_number = (select number from organization where id = $1)",
    [context.organizationId],
  );
  const checked = await checkUsageTotals(context, { repairs: true });
  expect(checked.differences).toEqual([]);
  await inTx((tx) => repairAll(context, tx));
  expect(await quantity()).toBe("30");
  // An event can still be sent for that month, and voided: the 30 remain. The 4 also remain, because the other events
  // are gone.
  await send("late", "4");
  expect(await quantity()).toBe("34");
  await voidEvent(context, "late");
  await inTx(foldAllIncrements);
  await makeTotals(context);
  expect(await quantity()).toBe("34");
  await owner.query("delete from usage_retention");
  await owner.end();
});

test("if an earlier release deleted the total of a voided event, the migration has it measured from its events again (R-EVT-6, R-OPS-3)", async () => {
  const context = await apart.createOrganization("Upgraded");
  await createAccount(context, { name: "First", aliases: ["first"] });
  const metricIds: string[] = [];
  for (const metric of METRICS) metricIds.push((await createMetric(context, { eventName: "call", ...metric })).id);
  const timestamp = new Date(FIRST + DAY / 2).toISOString();
  const event = {
    uniqueId: "one",
    account: "first",
    eventName: "call",
    timestamp,
    properties: { n: "7", region: "eu" },
  };
  await ingestEvents(context, [event]);
  const { asked, answers } = await cutOff(context, metricIds);
  await voidEvent(context, "one");
  await apart.database.transaction(context.organizationId, foldAllIncrements);
  await makeTotals(context);
  const read = () =>
    apart.database.transaction(context.organizationId, async (tx) => asText(await readUsage(tx, asked)));
  const owner = new pg.Client({ connectionString: apart.ownerUrl });
  await owner.connect();
  await owner.query("delete from usage_total where event_count = 0");
  expect(await read()).not.toEqual(answers);
  const path = "../../../storage/migrations/0043_kept_buckets.sql";
  await owner.query(await readFile(new URL(path, import.meta.url), "utf8"));
  await owner.end();
  expect(await read()).toEqual(answers);
});
