import { expect, test } from "vitest";
import { liveThroughMixed } from "./crash/mixed/live-through-mixed.ts";

const KILLS = 4;

test("kills of API, worker and PostgreSQL lose or double no answered request, and every notification arrives (R-OPS-2, R-HOOK-2)", async () => {
  const { faults, kills, counts, events, unanswered, notifications } = await liveThroughMixed(KILLS, 4);
  expect(faults.slice(0, 20)).toEqual([]);
  expect(kills.api + kills.worker + kills.postgres).toBe(KILLS);
  for (const victim of ["api", "worker", "postgres"] as const) expect(kills[victim]).toBeGreaterThan(0);
  for (const [what, count] of Object.entries(counts))
    expect({ what, isSome: count > 0 }).toEqual({ what, isSome: true });
  expect(events).toBeGreaterThan(100);
  expect(unanswered).toBeGreaterThan(0);
  expect(notifications).toBeGreaterThan(50);
}, 240_000);
