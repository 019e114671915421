import { expect, test } from "vitest";
import { RECOVERY_MILLISECONDS } from "./crash/shipped/kill-together.ts";
import { liveThroughShipped } from "./crash/shipped/live-through-shipped.ts";

test.for([
  { commands: "serve", kills: 2, named: "serve and worker lose" },
  { commands: "start", kills: 2, named: "npm start loses" },
] as const)(
  "$named no answered event and bill usage to the cent when several processes are killed at once (R-OPS-2, R-EVT-2, R-HOOK-2)",
  { timeout: 400_000 },
  async ({ commands, kills }, { signal }) => {
    const report = await liveThroughShipped({ commands, kills, seed: 3, signal });
    expect(report.faults.slice(0, 20)).toEqual([]);
    expect(report.together).toBeGreaterThan(0);
    expect(report.recoveries).toHaveLength(kills);
    expect(Math.max(...report.recoveries)).toBeLessThan(RECOVERY_MILLISECONDS);
    expect(report.events).toBeGreaterThan(100);
    expect(report.months).toBeGreaterThan(0);
    expect(report.notifications).toBeGreaterThan(0);
  },
);
