import { expect, test } from "vitest";
import { startFuzzedPlatform } from "./fuzz/fuzz-platform.ts";
import { races, runRaces } from "./fuzz/races/run-races.ts";

test("conflicting concurrent requests cause no 5xx, and no more succeed than is possible (R-API-4, R-API-5)", async () => {
  const platform = await startFuzzedPlatform();
  try {
    const outcome = await runRaces(platform, 1);
    expect(outcome.faults).toEqual([]);
    expect(outcome.races).toBe(races.length);
    expect(outcome.requests).toBeGreaterThan(100);
    // Some of them must conflict.
    expect(outcome.byStatus.get(409)).toBeGreaterThan(5);
    expect(outcome.byStatus.get(422)).toBeGreaterThan(5);
  } finally {
    await platform.stop();
  }
}, 240_000);
