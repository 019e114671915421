import { currentUsageSequence, rebuildTotals } from "@counterfoil/storage";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount, createMetric, ingestEvents, makeTotals, measureUsage } from "../../src/index.ts";
import { type Apart, startApart } from "./apart.ts";

let apart: Apart;
beforeAll(async () => {
  apart = await startApart();
});
afterAll(() => apart.stop());

test("events are stored and cut-offs taken while a metric's totals are built from earlier events (R-EVT-8)", async () => {
  const context = await apart.createOrganization("Rebuilt");
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
  const step = apart.database.transaction(context.organizationId, async (tx) => {
    const done = await rebuildTotals(tx, context.clock.now());
    written.resolve();
    await gate.promise;
    return done;
  });
  await written.promise;
  // None of this waits for the step, which is written but not committed.
  expect((await send("second", 4)).ingested).toEqual(["second 4"]);
  await apart.database.transaction(context.organizationId, (tx) => currentUsageSequence(tx));
  expect((await send("second", 8)).ingested).toEqual(["second 8"]);
  gate.resolve();
  expect(await step).toMatchObject({ isComplete: true, accountsDone: 2 });

  expect((await send("first", 16)).ingested).toEqual(["first 16"]);
  await makeTotals(context);
  const january = { from: "2024-01-01T00:00:00Z", to: "2024-02-01T00:00:00Z" };
  const quantity = async (account: string) =>
    (await measureUsage(context, metric.id, { account, ...january })).quantity;
  expect(await quantity("first")).toBe("19"); // 1 + 2 from rebuilding, 16 on arrival
  expect(await quantity("second")).toBe("12"); // 4 + 8
});
