import { expect, test } from "vitest";
import { liveThroughHistoryCrashes } from "../../simulation/crash/history/live-through-history-crashes.ts";

const KILLS = Number(process.env["COUNTERFOIL_KILLS"] ?? 9);

test("copiers, ClickHouse and PostgreSQL are killed while events arrive and change: no gap, no double, and both stores agree (R-HIST-1, R-HIST-4)", async () => {
  const { kills, faults, readings, rows } = await liveThroughHistoryCrashes(KILLS, 1);
  expect(faults).toEqual([]);
  expect(kills.copier + kills.clickhouse + kills.postgres).toBeGreaterThanOrEqual(KILLS);
  expect(readings.compared).toBeGreaterThan(0);
  expect(rows).toBeGreaterThan(100);
}, 900_000);
