import { expect, test } from "vitest";
import { startFuzzedPlatform } from "./fuzz/fuzz-platform.ts";
import { sumValues } from "./fuzz/values/sum-values.ts";

test("values of every form are summed exactly by every aggregation, billed, and readable without a 5xx (R-MET-1, R-EVT-1)", async () => {
  const platform = await startFuzzedPlatform();
  try {
    const outcome = await sumValues(platform, { seed: 1, rounds: 1 });
    expect(outcome.faults).toEqual([]);
    expect(outcome.events).toBeGreaterThan(40);
    expect(outcome.refused).toBeGreaterThan(3);
    expect(outcome.compared).toBeGreaterThan(200);
    expect(outcome.read).toBeGreaterThan(100);
  } finally {
    await platform.stop();
  }
}, 240_000);
