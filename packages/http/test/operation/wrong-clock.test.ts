import { createServer } from "@counterfoil/http";
import { type Clock, type ClockWatch, systemClock, watchClock } from "@counterfoil/service";
import { type Environment, startEnvironment } from "@counterfoil/testkit/scenario";
import { startWorker } from "@counterfoil/worker";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sell } from "../support/sell.ts";
import { readExposition } from "./read-exposition.ts";

// R-TIME-4, R-OPS-4: billing depends on "now", so a process with a wrong clock does nothing.

const DAY = 86_400_000;

let platform: Environment;
let movedBy = 0;
const shifted: Clock = { now: () => new Date(Date.parse(systemClock.now()) + movedBy).toISOString() };

beforeAll(async () => void (platform = await startEnvironment(systemClock, { isIdle: true })));
afterEach(() => void (movedBy = 0));
afterAll(() => platform.stop());

function watched(): ClockWatch {
  return watchClock(platform.ports.database, shifted);
}

test.each([
  [0, true],
  [50_000, true],
  [-50_000, true],
  [70_000, false],
  [-70_000, false],
  [40 * DAY, false],
])("accepts a clock that is %d ms ahead of the database's: %s", async (milliseconds, isTaken) => {
  movedBy = milliseconds;
  const watch = watched();
  await watch.look();
  // The duration of the query does not count as a difference.
  expect(Math.abs((watch.skewMilliseconds() ?? Number.NaN) - milliseconds)).toBeLessThan(2_000);
  if (isTaken) expect(() => watch.clock.now()).not.toThrow();
  else
    expect(() => watch.clock.now()).toThrow(
      milliseconds > 0 ? "ahead of the clock of the database" : "behind the clock of the database",
    );
});

test("notices immediately when the clock is set, and continues after the next check if the machine only slept", async () => {
  const watch = watched();
  await watch.look();
  expect(() => watch.clock.now()).not.toThrow();
  movedBy = 40 * DAY;
  expect(() => watch.clock.now()).toThrow("the clock of this server is 40 days ahead of the clock of the database");
  movedBy = 0;
  expect(() => watch.clock.now()).not.toThrow();

  // A machine that slept: its clock and the database's continued while the monotonic clock stopped.
  const sameTime = async () => [{ instant: shifted.now() }] as never[];
  const slept = watchClock({ ...platform.ports.database, unscoped: sameTime }, shifted);
  await slept.look();
  movedBy = 3_600_000;
  expect(() => slept.clock.now()).toThrow();
  await slept.look();
  expect(() => slept.clock.now()).not.toThrow();
});

test("a worker whose clock is 40 days ahead bills nothing until it is right, and reports it", async () => {
  const shop = await platform.createOrganization();
  const product = await shop.api.post("/products", { name: "Hosting", feeType: "fixed" });
  const price = await shop.api.post("/prices", {
    productId: product.id,
    fixedPricingModel: { pricePerUnit: { value: "10.00" }, units: 1 },
  });
  await sell(shop.api, price.id);
  const invoices = async () => (await shop.api.get("/invoices")).items as object[];

  movedBy = 40 * DAY;
  const watch = watched();
  const turns: (string | null)[] = [];
  const stopLooking = watch.keepLooking((off) => turns.push(off?.message ?? null));
  const failures: unknown[] = [];
  const worker = startWorker({
    ...platform.ports,
    clock: watch.clock,
    clockWatch: watch,
    onError: (error) => failures.push(error),
    pauseMilliseconds: 10,
  });
  try {
    await expect.poll(() => turns).toEqual(["the clock of this server is 40 days ahead of the clock of the database"]);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const before = await invoices();
    movedBy = 0;
    await expect.poll(() => turns.at(-1), { timeout: 10_000 }).toBe(null);
    await expect.poll(async () => (await invoices()).length, { timeout: 10_000 }).toBeGreaterThan(0);
    const after = await invoices();
    // Only one period, not the next one that begins within the 40 days.
    expect([before.length <= 1, after.length]).toEqual([true, 1]);
    expect(failures).toEqual([]);
  } finally {
    stopLooking();
    await worker.stop();
  }
});

test("an API with a wrong clock is not ready, refuses requests, and reports the difference in its metrics", async () => {
  const shop = await platform.createOrganization();
  const watch = watched();
  const server = await createServer({ ...platform.ports, clock: watch.clock, clockWatch: watch });
  const headers = { authorization: `Bearer ${shop.api.token}` };
  try {
    const ready = async () => {
      const { statusCode, body } = await server.inject({ url: "/health/ready" });
      return [statusCode, (JSON.parse(body) as { checks: { clock: string } }).checks.clock];
    };
    expect(await ready()).toEqual([200, "ok"]);
    expect((await server.inject({ url: "/accounts", headers })).statusCode).toBe(200);
    movedBy = 40 * DAY;
    const refused = await server.inject({ url: "/accounts", method: "POST", headers, payload: { name: "Later" } });
    expect([refused.statusCode, refused.headers["retry-after"], refused.json<{ code: string }>().code]).toEqual([
      503,
      "2",
      "clock_off",
    ]);
    expect(await ready()).toEqual([503, "the clock of this server is 40 days ahead of the clock of the database"]);
    await watch.look();
    const told = readExposition((await server.inject({ url: "/health/metrics" })).body);
    expect(Math.round(told.value("counterfoil_clock_skew_seconds") ?? 0)).toBe((40 * DAY) / 1_000);
    movedBy = 0;
    expect(await ready()).toEqual([200, "ok"]);
    expect((await server.inject({ url: "/accounts", headers })).statusCode).toBe(200);
  } finally {
    await server.close();
  }
});
