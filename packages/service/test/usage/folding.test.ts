import { foldAllIncrements } from "@counterfoil/storage";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount, createMetric, foldTotals, ingestEvents, measureUsage } from "../../src/index.ts";
import { type Apart, startApart } from "./apart.ts";

let apart: Apart;
let owner: pg.Pool;
beforeAll(async () => {
  apart = await startApart();
  owner = new pg.Pool({ connectionString: apart.ownerUrl });
});
afterAll(async () => {
  await owner.end();
  await apart.stop();
});

async function organizationWithCalls() {
  const context = await apart.createOrganization("Folded");
  await createAccount(context, { name: "First", aliases: ["first"] });
  await createAccount(context, { name: "Second", aliases: ["second"] });
  const metrics = {
    sum: await createMetric(context, { name: "Sum", eventName: "call", aggregation: { method: "sum", field: "n" } }),
    last: await createMetric(context, {
      name: "Last",
      eventName: "call",
      aggregation: { method: "latest", field: "n" },
    }),
  };
  let sent = 0;
  return {
    context,
    async send(account: string, n: number, timestamp = "2024-01-05T12:07:00Z") {
      sent += 1;
      const event = { uniqueId: `call ${sent}`, account, eventName: "call", timestamp, properties: { n: String(n) } };
      expect((await ingestEvents(context, [event])).ingested).toHaveLength(1);
    },
    async quantity(account: string, of: keyof typeof metrics = "sum") {
      const january = { from: "2024-01-01T00:00:00Z", to: "2024-02-01T00:00:00Z" };
      return (await measureUsage(context, metrics[of].id, { account, ...january })).quantity;
    },
    /** The number of pending increments, and of totals. */
    async rows(): Promise<{ increments: number; totals: number }> {
      const { rows } = await owner.query(
        `select (select count(*)::int from usage_increment i where i.organization_number = o.number) as increments,
           (select count(*)::int from usage_total t where t.organization_number = o.number) as totals
         from organization o where id = $1`,
        [context.organizationId],
      );
      return rows[0];
    },
  };
}

test("increments of an account are folded into totals when there are many or they are old, and readings stay the same (R-EVT-8)", async () => {
  const { context, send, quantity, rows } = await organizationWithCalls();
  for (let n = 1; n <= 63; n += 1) await send("first", n);
  await send("second", 5);
  await foldTotals(context);
  expect(await rows()).toEqual({ increments: 64, totals: 0 });
  expect([await quantity("first"), await quantity("first", "last"), await quantity("second")]).toEqual([
    "2016",
    "63",
    "5",
  ]);

  await send("first", 64);
  await foldTotals(context);
  // Two metrics, each with a quarter and a day. The single event of another account is still pending.
  expect(await rows()).toEqual({ increments: 1, totals: 4 });
  expect([await quantity("first"), await quantity("first", "last"), await quantity("second")]).toEqual([
    "2080",
    "64",
    "5",
  ]);

  await owner.query("update usage_increment set stored_at = stored_at - interval '21 seconds'");
  await foldTotals(context);
  expect(await rows()).toEqual({ increments: 0, totals: 8 });
  // An earlier event that arrives later is not the latest, and existing totals are increased.
  await send("first", 1_000, "2024-01-05T12:06:00Z");
  await apart.database.transaction(context.organizationId, foldAllIncrements);
  expect(await rows()).toEqual({ increments: 0, totals: 8 });
  expect([await quantity("first"), await quantity("first", "last"), await quantity("second")]).toEqual([
    "3080",
    "64",
    "5",
  ]);
});

test("senders and readers do not wait for an uncommitted fold, and each event counts once", async () => {
  const { context, send, quantity, rows } = await organizationWithCalls();
  for (const n of [1, 2, 4]) await send("first", n);
  const gate = Promise.withResolvers<void>();
  const folded = Promise.withResolvers<void>();
  const folding = apart.database.transaction(context.organizationId, async (tx) => {
    await foldAllIncrements(tx);
    folded.resolve();
    await gate.promise;
  });
  await folded.promise;
  expect(await quantity("first")).toBe("7");
  await send("first", 8);
  expect(await quantity("first")).toBe("15");
  gate.resolve();
  await folding;
  expect(await rows()).toEqual({ increments: 1, totals: 4 });
  expect(await quantity("first")).toBe("15");
});
