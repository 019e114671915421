import { type Environment, startEnvironment } from "@counterfoil/testkit/environment";
import { afterAll, beforeAll, expect, test } from "vitest";
import { liveOnCredit } from "./credit/live-on-credit.ts";

let environment: Environment;
beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.stop());

const SEEDS = [1, 2, 3, 4, 5];

test("available credit, holds and draws of random histories are what the auditor computes (R-CREDIT-1, R-CREDIT-2)", async () => {
  const counts = new Map<string, number>();
  for (const seed of SEEDS) {
    const history = await liveOnCredit(environment, seed);
    expect(history.faults, `npm run simulate -- credit --seed ${seed}`).toEqual([]);
    for (const [name, count] of history.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  for (const name of [
    "hold",
    "hold, refused",
    "hold, expired",
    "settlement",
    "grant that expires",
    "invoice",
    "event, late",
  ])
    expect(counts.get(name), name).toBeGreaterThan(0);
}, 300_000);
