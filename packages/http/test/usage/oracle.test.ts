import {
  amendEvent,
  createIds,
  createMetric,
  ingestEvents,
  makeTotals,
  measureUsage,
  openServices,
  type Context,
  type Database,
  type Services,
  type MeasuredPeriod,
  voidEvent,
} from "@counterfoil/service";
import { checkTotals, findCheckedTotallings, foldAllIncrements, openDatabase } from "@counterfoil/storage";
import { environment } from "@counterfoil/testkit/scenario";
import { afterAll, beforeAll, expect, test } from "vitest";

/**
 * Shuffled, duplicated, delayed, voided and amended events from several processes at once, compared with an oracle that
 * keeps them in a list and counts them one by one (R-EVT-3, R-EVT-6, R-EVT-7, R-EVT-8, R-MET-1).
 */
const DAY = 86_400_000;
const FIRST = Date.UTC(2024, 0, 1);
const DAYS = 60;
const ACCOUNTS = ["crm-1", "crm-2", "crm-3"];
const REGIONS = ["eu", "us", "ap"];

interface Sent {
  uniqueId: string;
  account: string;
  eventName: string;
  timestamp: string;
  properties: { n: number; region: string; user: string };
}

let state = 20_240_101;
function random(below: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
}

function pick<Item>(items: readonly Item[]): Item {
  return items[random(items.length)]!;
}

/** Half of them close together, so that many fall into one quarter of an hour; some just before and at its boundary. */
function randomTime(): number {
  const day = FIRST + random(DAYS) * DAY;
  switch (random(4)) {
    case 0:
      return day + random(96) * 900_000 - random(2);
    case 1:
      return day + 36_000_000 + random(900_000);
    default:
      return day + random(DAY);
  }
}

function randomEvent(n: number): Sent {
  return {
    uniqueId: `event-${n}`,
    account: pick(ACCOUNTS),
    eventName: "call",
    timestamp: new Date(Math.max(FIRST, randomTime())).toISOString(),
    properties: { n: random(1_000) - 200, region: pick(REGIONS), user: `user-${random(40)}` },
  };
}

const METRICS = {
  count: { method: "count" },
  sum: { method: "sum", field: "n" },
  average: { method: "average", field: "n" },
  min: { method: "min", field: "n" },
  max: { method: "max", field: "n" },
  latest: { method: "latest", field: "n" },
  count_unique: { method: "count_unique", field: "user" },
  percentile: { method: "percentile", field: "n", percentile: 95 },
  weighted_sum: { method: "weighted_sum", field: "n" },
} as const;
type Method = keyof typeof METRICS;

/** The result for the events of a period, counted one by one. */
function naive(method: Method, events: readonly Sent[]): string {
  const values = events.map((event) => event.properties.n);
  if (events.length === 0) return method === "average" ? "0.000000" : "0";
  switch (method) {
    case "count":
      return String(events.length);
    case "sum":
      return String(values.reduce((sum, n) => sum + n, 0));
    case "average":
      return (values.reduce((sum, n) => sum + n, 0) / values.length).toFixed(6);
    case "min":
      return String(Math.min(...values));
    case "max":
      return String(Math.max(...values));
    case "latest":
      return String(events.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1))[0]!.properties.n);
    case "count_unique":
      return String(new Set(events.map((event) => event.properties.user)).size);
    case "weighted_sum":
      throw new Error("a level is led to by the events before the period: see naiveLevel");
    case "percentile":
      return String(values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]);
  }
}

/** What each event adds to the level, for the rest of the period. */
function naiveLevel(events: readonly Sent[], from: number, to: number): string {
  const weighed = events.map(({ timestamp, properties }) => {
    const at = Date.parse(timestamp);
    return at < to ? properties.n * (to - Math.max(at, from)) : 0;
  });
  return (weighed.reduce((sum, n) => sum + n, 0) / (to - from)).toFixed(6);
}

const processes: { database: Database; services: Services }[] = [];
beforeAll(async () => {
  const { database } = await environment();
  for (const own of [openDatabase(database.appUrl), openDatabase(database.appUrl)]) {
    processes.push({ database: own, services: openServices(own) });
  }
});
afterAll(() => Promise.all(processes.map(({ database }) => database.close())));

test("measures any history of events like the oracle, in any period, with and without totals", async () => {
  const { ports, createOrganization } = await environment();
  const organization = await createOrganization();
  const contextOf = (index: number): Context & Services => ({
    ...ports,
    database: processes[index % processes.length]!.database,
    ...processes[index % processes.length]!.services,
    ids: createIds(ports.clock),
    organizationId: organization.id,
    actor: { type: "command", id: "test" },
    requestId: null,
  });
  // The third account does not exist yet: its events are stored, and bound in the middle.
  for (const alias of ACCOUNTS.slice(0, 2)) await organization.api.post("/accounts", { name: alias, aliases: [alias] });
  const metricIds = new Map<string, string>();
  const makeMetric = async (key: string, method: Method, more: object = {}) => {
    const metric = await createMetric(contextOf(0), {
      name: key,
      eventName: "call",
      aggregation: METRICS[method],
      ...more,
    });
    metricIds.set(key, metric.id);
  };
  // Half of the metrics exist before the events, the others are created while they arrive.
  for (const method of ["count", "sum", "latest", "count_unique", "weighted_sum"] as const)
    await makeMetric(method, method);
  await makeMetric("sum by region", "sum", { groupBy: ["region"] });

  const truth = new Map<string, Sent>();
  const events = Array.from({ length: 3_000 }, (_, n) => randomEvent(n));
  for (const event of events) truth.set(event.uniqueId, event);
  const deliveries = [...events, ...events.filter(() => random(10) === 0)].toSorted(() => random(3) - 1);
  const parts = Array.from({ length: 60 }, (_, part) => deliveries.filter((_event, index) => index % 60 === part));
  const send = async (some: readonly Sent[][]) => {
    const queue = some.values();
    const lanes = Array.from({ length: 6 }, async (_, lane) => {
      for (const part of queue) {
        const answer = await ingestEvents(contextOf(lane), part);
        expect(answer.failed).toEqual([]);
      }
    });
    await Promise.all(lanes);
  };
  const change = async () => {
    for (const method of ["average", "min", "max", "percentile"] as const) await makeMetric(method, method);
    const [filters] = [[{ operator: "and", filters: [{ field: "region", operator: "equal", value: "eu" }] }]];
    await makeMetric("max in eu", "max", { filters });
    await organization.api.post("/accounts", { name: "crm-3", aliases: ["crm-3"] });
  };
  // Increments are folded while others arrive, and the last of them are read unfolded.
  const fold = async () => {
    for (let round = 0; round < 5; round += 1) {
      await processes[round % processes.length]!.database.transaction(organization.id, foldAllIncrements);
    }
  };
  await send(parts.slice(0, 20));
  await Promise.all([send(parts.slice(20, 40)), change(), fold()]);
  await send(parts.slice(40));

  const corrections = Array.from({ length: 60 }, () => pick([...truth.values()]));
  await Promise.all(
    [...new Set(corrections)].map(async ({ uniqueId }, index) => {
      if (index % 2 === 0) {
        await voidEvent(contextOf(index), uniqueId);
        truth.delete(uniqueId);
      } else {
        const { account, timestamp, properties } = randomEvent(9_999 + index);
        await amendEvent(contextOf(index), uniqueId, { account, timestamp, properties });
        truth.set(uniqueId, { uniqueId, eventName: "call", account, timestamp, properties });
      }
    }),
  );

  const counted = (account: string, from: number, to: number) =>
    [...truth.values()].filter((event) => {
      const at = Date.parse(event.timestamp);
      return event.account === account && from <= at && at < to;
    });
  const chosenOf = (key: string, account: string, from: number, to: number) =>
    counted(account, from, to).filter((event) => key !== "max in eu" || event.properties.region === "eu");
  const expected = (key: string, account: string, { from, to }: { from: string; to: string }) => {
    const [start, end] = [Date.parse(from), Date.parse(to)];
    const chosen = chosenOf(key, account, start, end);
    const quantity =
      key === "weighted_sum"
        ? naiveLevel(counted(account, 0, end), start, end)
        : naive(key.split(" ")[0] as Method, chosen);
    return { from, to, quantity, count: chosen.length };
  };
  const told = (key: string, { from, to, quantity, eventCount }: MeasuredPeriod) => {
    const isMean = key === "average" || key === "weighted_sum";
    return { from, to, quantity: isMean ? Number(quantity).toFixed(6) : quantity, count: eventCount };
  };
  const compare = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const border = () => (random(3) === 0 ? randomTime() : FIRST + random(DAYS * 96) * 900_000);
      const [from, to] = [border(), border()].toSorted((a, b) => a - b) as [number, number];
      if (from === to) continue;
      const [account, key] = [pick(ACCOUNTS), pick([...metricIds.keys()])];
      const range = { account, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const groupBy = key === "sum by region" ? { groupBy: ["region"] } : {};
      const inWindows = round % 5 === 0 ? ({ window: "day", timezone: "Asia/Kolkata" } as const) : {};
      const measured = await measureUsage(contextOf(round), metricIds.get(key)!, {
        ...range,
        ...groupBy,
        ...inWindows,
      });
      for (const period of [measured, ...(measured.windows ?? [])]) {
        expect({ key, account, ...told(key, period) }).toEqual({ key, account, ...expected(key, account, period) });
      }
      if (key !== "sum by region") continue;
      expect(measured.groups?.map((group) => [group.values["region"], group.quantity])).toEqual(
        REGIONS.toSorted()
          .map(
            (region) =>
              [region, chosenOf(key, account, from, to).filter((event) => event.properties.region === region)] as const,
          )
          .filter(([, of]) => of.length > 0)
          .map(([region, of]) => [region, naive("sum", of)]),
      );
    }
  };
  const differences = () =>
    processes[0]!.database.transaction(organization.id, async (tx) => {
      const accounts = await tx.sql<{ id: string }>("select id from account where organization_id = $1", [
        organization.id,
      ]);
      const totallings = await findCheckedTotallings(tx);
      const all = [];
      for (const totalling of totallings) {
        for (const { id } of accounts) all.push(...(await checkTotals(tx, totalling, id)));
      }
      return { totallings: totallings.length, all };
    });

  const unfolded = () =>
    processes[0]!.database.transaction(organization.id, (tx) => tx.sql("select from usage_increment"));
  expect((await unfolded()).length).toBeGreaterThan(50);
  // While the totals of the later metrics are built, and buckets with corrections are stale.
  await compare(150);
  expect((await differences()).all).toEqual([]);
  expect(await unfolded()).toEqual([]);
  // Two more workers do the same work at once, and the results do not change.
  await Promise.all([makeTotals(contextOf(0)), makeTotals(contextOf(1))]);
  await makeTotals(contextOf(0));
  expect(await differences()).toEqual({ totallings: 8, all: [] });
  const stale = await processes[0]!.database.transaction(organization.id, (tx) =>
    tx.sql(
      "select from usage_total where organization_number = (select number from organization where id = $1) and is_stale",
      [organization.id],
    ),
  );
  expect(stale).toHaveLength(0);
  await compare(150);
}, 120_000);
