import { type Environment, type Json, startEnvironment } from "@counterfoil/testkit/scenario";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { firstTold, type LocalReceiver, startReceiver } from "./local-receiver.ts";
import { openToldShop, sender, targets } from "./told-shop.ts";

// Order and completeness with failures of every kind, and with several workers.

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function receiving(): Promise<LocalReceiver> {
  const receiver = await startReceiver();
  stops.push(() => receiver.stop());
  return receiver;
}

async function running(platform: Environment): Promise<Environment> {
  stops.push(() => platform.stop());
  return platform;
}

test("despite failures, each object's notifications arrive at least once and in order (R-HOOK-2)", async () => {
  let now = Date.parse("2026-03-01T09:00:00Z");
  const clock = { now: () => new Date(now).toISOString() };
  const platform = await running(await startEnvironment(clock, { isIdle: true, webhookTargets: targets }));
  await fc.assert(
    fc.asyncProperty(
      // Which of three accounts changes at each step, and how each attempt ends: accepted, rejected, or received
      // without a response.
      fc.array(fc.nat({ max: 2 }), { minLength: 4, maxLength: 12 }),
      fc.infiniteStream(fc.constantFrom(200, 200, 500, "drop" as const)),
      async (steps, ends) => {
        const receiver = await receiving();
        const shop = await openToldShop(platform, receiver.url);
        receiver.answers(() => {
          const end = ends.next().value ?? 200;
          return end === "drop" ? (response) => response.socket?.destroy() : end;
        });
        const accounts: Json[] = [];
        for (const name of ["0", "1", "2"]) accounts.push(await shop.api.post("/accounts", { name: `${name}.0` }));
        for (const [index, step] of steps.entries()) {
          await shop.api.patch(`/accounts/${accounts[step]?.id}`, { name: `${step}.${index + 1}` });
          // Two workers at once, between the changes and after them.
          if (index % 3 === 0) await Promise.all([shop.deliver(), shop.deliver()]);
        }
        for (let round = 0; (await shop.deliveries()).some(({ status }) => status === "pending"); round += 1) {
          expect(round).toBeLessThan(200);
          now += 600_000;
          await Promise.all([shop.deliver(), shop.deliver()]);
        }
        const told = firstTold(receiver);
        accounts.forEach(({ id }, account) => {
          const changes = steps.flatMap((step, index) => (step === account ? [`${account}.${index + 1}`] : []));
          expect(told.get(id)).toEqual([`${account}.0`, ...changes]);
        });
      },
    ),
    { numRuns: 8 },
  );
});

test("three workers send each webhook once, in order, and a slow receiver does not delay others", async () => {
  const platform = await running(await startEnvironment(undefined, { webhooks: sender, webhookTargets: targets }));
  platform.startWorker();
  platform.startWorker();
  const [quick, slow] = [await receiving(), await receiving()];
  const held: (() => void)[] = [];
  slow.answers(() => new Promise<number>((resolve) => held.push(() => resolve(200))));
  const shop = await openToldShop(platform, quick.url);
  const other = await shop.api.post("/webhook-endpoints", { url: slow.url });
  const names = Array.from({ length: 5 }, (_, index) => `name ${index}`);
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { id } = await shop.api.post("/accounts", { name: names[0] });
      for (const name of names.slice(1)) await shop.api.patch(`/accounts/${id}`, { name });
    }),
  );
  // 12 accounts, each created and then changed four times.
  await expect.poll(() => quick.taken.length, { timeout: 20_000 }).toBe(60);
  const ids = quick.taken.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(60);
  const told = firstTold(quick);
  expect([...told.values()]).toEqual(Array.from({ length: 12 }, () => names));
  // The slow receiver has not responded yet, and has only the first notification of each object.
  expect(new Set(slow.taken.map(({ said }) => said.data["id"])).size).toBe(slow.taken.length);
  slow.answers(() => 200);
  for (const release of held) release();
  await expect.poll(() => slow.taken.length, { timeout: 20_000 }).toBe(60);
  expect([...firstTold(slow).values()]).toEqual(Array.from({ length: 12 }, () => names));
  const path = `/webhook-endpoints/${other.id}/deliveries?limit=100`;
  const statuses = async () => new Set((await shop.api.get<{ items: Json[] }>(path)).items.map((one) => one["status"]));
  await expect.poll(statuses).toEqual(new Set(["delivered"]));
  expect(platform.failures).toEqual([]);
});
