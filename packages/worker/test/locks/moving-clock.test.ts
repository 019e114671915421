import { runTestClocks } from "@counterfoil/service";
import { type Api, type Json } from "@counterfoil/testkit/api";
import { type Environment, startEnvironment } from "@counterfoil/testkit/environment";
import { type StoppableDatabase, stoppableDatabase } from "@counterfoil/testkit/stop-point";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

// Activating subscriptions while a test clock of the same organization moves. Both issue invoices with usage, so both
// lock the number series and the position up to which events were checked.

const PRESENT = "2026-04-10T10:00:00.000Z";

let environment: Environment;
let stoppable: StoppableDatabase;
let owner: pg.Pool;

beforeAll(async () => {
  const stoppables: StoppableDatabase[] = [];
  environment = await startEnvironment(
    { now: () => PRESENT },
    {
      isIdle: true,
      // No retries: the lock order alone must prevent deadlocks.
      conflictRetries: { mostTimes: 1, firstMilliseconds: 0, longestMilliseconds: 0 },
      wrapDatabase(database) {
        const one = stoppableDatabase(database);
        stoppables.push(one);
        return one.database;
      },
    },
  );
  const [first] = stoppables;
  if (first === undefined) throw new Error("the platform opened no database");
  stoppable = first;
  owner = new pg.Pool({ connectionString: environment.database.ownerUrl, max: 1 });
});

afterAll(async () => {
  await owner.end();
  await environment.stop();
});

interface World {
  readonly organizationId: string;
  readonly api: Api;
  readonly clockId: string;
  /** Moves the clock to June 10, like a worker. */
  moveClock(): Promise<number>;
  /** Creates a draft of a contract from January 1 with calls at 1.00 each. The account used 10 in March. */
  draft(testClockId: string | null): Promise<string>;
}

/** Creates an organization without a grace period that has invoiced usage before. */
async function found(): Promise<World> {
  const { id: organizationId, api } = await environment.createOrganization({ graceHours: 0 });
  const actor = { type: "system", id: "worker" } as const;
  const context = { ...environment.ports, organizationId, actor, requestId: null };
  const clock = await api.post("/test-clocks", { frozenTime: PRESENT });
  const aggregation = { method: "sum", field: "quantity" };
  const metric = await api.post("/metrics", { name: "Calls", eventName: "call", aggregation });
  const product = await api.post("/products", { name: "Calls", feeType: "metered", metricIds: [metric.id] });
  const price = await api.post("/prices", {
    productId: product.id,
    type: "unit",
    currency: "USD",
    billingInterval: "monthly",
    unitPricingModel: { pricePerUnit: { value: "1.00" } },
  });
  let accounts = 0;
  async function draft(testClockId: string | null): Promise<string> {
    accounts += 1;
    const account = await api.post("/accounts", { name: `Account ${accounts}`, currency: "USD", testClockId });
    const event = {
      uniqueId: `call ${accounts}`,
      account: account.id,
      eventName: "call",
      timestamp: "2026-03-10T10:00:00Z",
      properties: { quantity: 10 },
    };
    await api.post("/events", { events: [event] });
    const contract = {
      accountId: account.id,
      contractStartDate: "2026-01-01",
      priceGroups: [{ priceIds: [price.id] }],
    };
    return (await api.post("/subscriptions", contract)).id;
  }
  const world: World = {
    organizationId,
    api,
    clockId: clock.id,
    draft,
    async moveClock() {
      await api.post(`/test-clocks/${clock.id}/advance`, { frozenTime: "2026-06-10T10:00:00Z" });
      return runTestClocks(context);
    },
  };
  await activate(world, await draft(null));
  await activate(world, await draft(clock.id));
  return world;
}

async function activate({ api }: World, id: string): Promise<number> {
  const { status } = await api.request("POST", `/subscriptions/${id}/activate`, {
    headers: { "Idempotency-Key": `activate ${id}` },
  });
  return status;
}

/** Waits until something in this database waits for a lock, or until the other work has ended. */
async function untilWaiting(other: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void other.finally(() => (hasEnded = true)).catch(() => undefined);
  while (!hasEnded) {
    const { rows } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1",
    );
    if (rows.length > 0) return;
  }
}

/** Checks that no work failed, and that each invoice has its number. */
async function expectAllIssued({ api, clockId }: World, invoices: number): Promise<void> {
  expect(await api.get(`/test-clocks/${clockId}`)).toMatchObject({ status: "ready", failure: null });
  const { items } = await api.get<{ items: Json[] }>("/invoices?limit=100");
  expect(items.filter(({ status }) => status === "draft")).toEqual([]);
  expect(items).toHaveLength(invoices);
  const numbers = items.map(({ number }) => Number(String(number).slice(-5))).toSorted((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: invoices }, (_, place) => place + 1));
  const filters = encodeURIComponent(JSON.stringify([{ field: "type", operator: "eq", value: "invoice.failed" }]));
  const { items: failed } = await api.get<{ items: Json[] }>(`/notifications?filters=${filters}`);
  expect(failed).toEqual([]);
}

test("an activation issues its invoices while a test clock is about to number its own", async () => {
  const world = await found();
  const subscription = await world.draft(null);
  const atNumbers = stoppable.stopAt(world.organizationId, /update invoice_series/);
  const moving = world.moveClock();
  await atNumbers.reached;
  const activating = activate(world, subscription);
  await untilWaiting(activating);
  atNumbers.release();
  expect(await activating).toBe(200);
  expect(await moving).toBeGreaterThan(0);
  // Three accounts with January to March each, and April and May of the account on the clock.
  await expectAllIssued(world, 3 * 3 + 2);
});

test("a test clock continues while an activation has numbered but not committed its invoices", async () => {
  const world = await found();
  const subscription = await world.draft(null);
  const atTail = stoppable.stopAt(world.organizationId, /insert into usage_tail/);
  const activating = activate(world, subscription);
  await atTail.reached;
  const moving = world.moveClock();
  await untilWaiting(moving);
  atTail.release();
  expect(await activating).toBe(200);
  expect(await moving).toBeGreaterThan(0);
  await expectAllIssued(world, 3 * 3 + 2);
});

test("six activations succeed while a clock moves two months", async () => {
  const world = await found();
  // Each has a connection. On a busy machine, more would wait for one until the API answers 503.
  const drafts = await Promise.all(Array.from({ length: 6 }, () => world.draft(null)));
  const moving = world.moveClock();
  expect(await Promise.all(drafts.map((id) => activate(world, id)))).toEqual(drafts.map(() => 200));
  expect(await moving).toBeGreaterThan(0);
  await expectAllIssued(world, 8 * 3 + 2);
});
