import { isReplicationInstalled } from "@counterfoil/testkit/postgres";
import { expect, test } from "vitest";
import { liveThroughFailovers, RECONNECT_MILLISECONDS } from "./crash/failover/live-through-failovers.ts";

test.skipIf(!isReplicationInstalled)(
  "two API processes and a worker lose nothing that was answered when the primary is killed and its standby promoted (R-HA-1)",
  { timeout: 300_000 },
  async ({ signal }) => {
    const report = await liveThroughFailovers({ failovers: 1, seed: 3, signal });
    expect(report.faults.slice(0, 20)).toEqual([]);
    expect(report.failovers).toHaveLength(1);
    expect(report.failovers[0]?.untilAllReady).toBeLessThan(RECONNECT_MILLISECONDS);
    expect(report.events).toBeGreaterThan(100);
    expect(report.payments).toBeGreaterThan(0);
    expect(report.months).toBeGreaterThan(0);
    expect(report.notifications).toBeGreaterThan(0);
  },
);
