import { expect, test } from "vitest";
import { liveThroughHolds } from "./crash/holds/live-through-holds.ts";

test(
  "no hold is lost or doubled when servers are killed, and credit is what the answers say (R-CREDIT-1)",
  { timeout: 300_000 },
  async ({ signal }) => {
    const report = await liveThroughHolds({ kills: 4, seed: 2, signal });
    expect(report.faults.slice(0, 20)).toEqual([]);
    expect(report.holds.settled).toBeGreaterThan(20);
    expect(report.holds.released).toBeGreaterThan(0);
    expect(report.events).toBeGreaterThan(20);
    expect(report.lost).toBeGreaterThan(0);
  },
);
