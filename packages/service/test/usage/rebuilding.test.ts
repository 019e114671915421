import { createDocumentRenderer } from "@counterfoil/documents";
import { currentUsageSequence, openDatabase, rebuildTotals } from "@counterfoil/storage";
import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Context,
  createAccount,
  createIds,
  createMetric,
  createOrganization,
  createSecrets,
  ingestEvents,
  makeTotals,
  measureUsage,
} from "../../src/index.ts";

const clock = { now: () => "2024-01-10T12:00:00.000Z" };
const documents = createDocumentRenderer();
let testDatabase: TestDatabase;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.appUrl);
});
afterAll(async () => {
  await documents.close();
  await database.close();
  await testDatabase.drop();
});

// No worker runs beside these.
test("events are stored and cut-offs taken while a metric's totals are made from the events before it (R-EVT-8)", async () => {
  const ids = createIds(clock);
  const context: Context = {
    database,
    clock,
    ids,
    documents,
    secrets: createSecrets([]),
    requestId: null,
    organizationId: ids.next("org"),
    actor: { type: "command", id: "test" },
  };
  await createOrganization(context, { name: "Rebuilt", sandbox: true });
  const send = (account: string, n: number) =>
    ingestEvents(context, [
      {
        uniqueId: `${account} ${n}`,
        account,
        eventName: "call",
        timestamp: "2024-01-05T12:07:00Z",
        properties: { n: String(n) },
      },
    ]);
  await createAccount(context, { name: "First", aliases: ["first"] });
  await send("first", 1);
  await send("first", 2);
  const aggregation = { method: "sum", field: "n" } as const;
  const metric = await createMetric(context, { name: "Calls", eventName: "call", aggregation });
  await createAccount(context, { name: "Second", aliases: ["second"] });

  const gate = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const step = database.transaction(context.organizationId, async (tx) => {
    const done = await rebuildTotals(tx, clock.now());
    written.resolve();
    await gate.promise;
    return done;
  });
  await written.promise;
  // Nothing of this waits for the step, which is written and not committed.
  expect((await send("second", 4)).ingested).toEqual(["second 4"]);
  await database.transaction(context.organizationId, (tx) => currentUsageSequence(tx));
  expect((await send("second", 8)).ingested).toEqual(["second 8"]);
  gate.resolve();
  expect(await step).toMatchObject({ isComplete: true, accountsDone: 2 });

  expect((await send("first", 16)).ingested).toEqual(["first 16"]);
  await makeTotals(context);
  const january = { from: "2024-01-01T00:00:00Z", to: "2024-02-01T00:00:00Z" };
  const quantity = async (account: string) =>
    (await measureUsage(context, metric.id, { account, ...january })).quantity;
  expect(await quantity("first")).toBe("19"); // 1 + 2 by the rebuilding, 16 as it came
  expect(await quantity("second")).toBe("12"); // 4 + 8
});
