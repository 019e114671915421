import { expect, test } from "vitest";
import { liveThroughCrashes } from "./crash/live-through-crashes.ts";

test("kills of server and PostgreSQL under load lose no answered event and count none twice (R-EVT-2, R-EVT-3)", async () => {
  const report = await liveThroughCrashes(6, 7);
  expect(report.faults).toEqual([]);
  expect(report.answered).toBeGreaterThan(1_000);
  expect(report.unanswered).toBeGreaterThan(0);
}, 120_000);
