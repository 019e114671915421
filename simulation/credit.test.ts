import { type Environment, startEnvironment } from "@counterfoil/testkit/environment";
import { afterAll, beforeAll, expect, test } from "vitest";
import { liveOnCredit } from "./credit/live-on-credit.ts";

let environment: Environment;
beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.stop());

const SEEDS = [2, 10, 51, 54, 60, 65, 67, 71, 86, 89, 111];

/** What must happen in some seed. */
const KINDS = [
  "account gets a parent",
  "account leaves its parent",
  "credit line",
  "credit line, changed",
  "event, late",
  "family of three levels",
  "grant that expires",
  "hold",
  "hold on a credit line",
  "hold, expired",
  "hold, invoices are owed",
  "hold, refused",
  "hold, refused by a limit",
  "hold, refused by a limit of a parent",
  "holds at once",
  "holds at once of several accounts",
  "holds at once, some refused",
  "invoice",
  "limit of a family",
  "limit of a metric",
  "limit of a product",
  "limit of all usage",
  "limit, hard",
  "limit, other amount",
  "limit, other enforcement",
  "limit, soft",
  "limit, turned off",
  "metric that accounts share",
  "price that accounts share",
  "product that accounts share",
  "settlement",
  "settlement above the held amount",
  "settlement that holds for the next step, refused",
  "settlement, refused",
];

test("credit, limits, holds and draws of random histories are what the auditor computes (R-CREDIT-1, R-CREDIT-2, R-FAM-1)", async () => {
  const counts = new Map<string, number>();
  for (const seed of SEEDS) {
    const history = await liveOnCredit(environment, seed);
    expect(history.faults, `npm run simulate -- credit --seed ${seed}`).toEqual([]);
    for (const [name, count] of history.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  expect(KINDS.filter((kind) => !counts.has(kind))).toEqual([]);
}, 300_000);
