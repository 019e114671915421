import { expect, test } from "vitest";
import { readHotDays } from "../../src/configuration/history-configuration.ts";

const URL = "http://clickhouse:8123";

function read(environment: Record<string, string>) {
  const faults: string[] = [];
  const days = readHotDays(environment, (fault) => faults.push(fault));
  return { days, faults };
}

test("copied months stay in PostgreSQL unless a number of days is set (R-HIST-3)", () => {
  expect(read({})).toEqual({ days: null, faults: [] });
  expect(read({ COUNTERFOIL_EVENT_HOT_DAYS: "" })).toEqual({ days: null, faults: [] });
  expect(read({ COUNTERFOIL_EVENT_HOT_DAYS: "32", COUNTERFOIL_CLICKHOUSE_URL: URL })).toEqual({ days: 32, faults: [] });
});

test.each(["31", "0", "-90", "90d", "1e3", "36501"])("rejects %j days (R-HIST-3)", (text) => {
  const { faults } = read({ COUNTERFOIL_EVENT_HOT_DAYS: text, COUNTERFOIL_CLICKHOUSE_URL: URL });
  expect(faults).toEqual([
    `COUNTERFOIL_EVENT_HOT_DAYS is ${JSON.stringify(text)}; expected a whole number of days, 32 to 36500.`,
  ]);
});

test("requires ClickHouse, where the months are then (R-HIST-3)", () => {
  expect(read({ COUNTERFOIL_EVENT_HOT_DAYS: "90" }).faults).toEqual([
    "COUNTERFOIL_EVENT_HOT_DAYS requires COUNTERFOIL_CLICKHOUSE_URL: only copied months can be dropped.",
  ]);
});
